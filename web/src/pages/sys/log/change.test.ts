import { describe, expect, it } from "vitest";
import { labelsOf, readChanges } from "./change";

describe("what the log keeps of a change", () => {
  it("is the record before and after", () => {
    const change = { qian: { name: "旧" }, hou: { name: "新" } };
    expect(readChanges(change)).toEqual([{ before: { name: "旧" }, after: { name: "新" } }]);
  });

  it("has one entry per deleted record", () => {
    const change = { qian: [{ id: 1 }, { id: 2 }], hou: null };
    expect(readChanges(change)).toEqual([
      { before: { id: 1 }, after: null },
      { before: { id: 2 }, after: null },
    ]);
  });

  it("is nothing where nothing was kept", () => {
    expect(readChanges(null)).toEqual([]);
    expect(readChanges({ qian: null, hou: null })).toEqual([]);
  });
});

it("names the fields by the longest resource path in the address", () => {
  expect(labelsOf("/server/api/app/dict/data/edit")).toMatchObject({ dictLabel: "标签" });
  expect(labelsOf("/server/api/nowhere/edit")).toEqual({});
});
