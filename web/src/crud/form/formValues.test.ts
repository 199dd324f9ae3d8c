import { describe, expect, it } from "vitest";
import { changedValues, clashes, editBody } from "./formValues";

describe("what a form sends", () => {
  it("is the row, its version and the changed fields only", () => {
    const record = { id: 7, banbenSuo: 3, name: "旧", beizhu: null, tags: ["a"] };
    const changed = changedValues({ name: "新", beizhu: "", tags: ["a"] }, record);
    expect(editBody(record, changed)).toEqual({ id: 7, banbenSuo: 3, name: "新" });
  });

  it("includes a field that was emptied", () => {
    expect(changedValues({ name: null }, { name: "旧" })).toEqual({ name: null });
  });
});

describe("a conflict", () => {
  it("names what both sides changed to different values, and nothing else", () => {
    const opened = { a: 1, b: 1, c: 1, d: 1 };
    const latest = { a: 2, b: 2, c: 1, d: 9 };
    const mine = { a: 3, b: 2, c: 5 };
    expect(clashes(mine, opened, latest)).toEqual([{ prop: "a", mine: 3, theirs: 2 }]);
  });
});
