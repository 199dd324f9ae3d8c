import { describe, expect, it } from "vitest";
import { changedValues, editBody, met } from "./formValues";

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
    expect(met(mine, opened, latest)).toEqual({
      kept: mine,
      clashes: [{ prop: "a", mine: 3, theirs: 2 }],
    });
  });

  it("brings the parts of a field together where it can", () => {
    const both = { value: "ab", clashes: [] };
    const found = met({ a: "a" }, { a: "" }, { a: "b" }, { a: () => both });
    expect(found).toEqual({ kept: { a: "ab" }, clashes: [] });
  });
});
