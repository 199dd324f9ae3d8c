import { describe, expect, it } from "vitest";
import { columnWidth, type TableColumn } from "@/crud/column";
import { stretchWidths, toColumnState } from "./layout";
import { maxInDialog, maxTableHeight } from "./useMaxHeight";

const columns: TableColumn[] = [
  { prop: "_selection", label: "", type: "selection", fixed: "left", isFixture: true },
  { prop: "a", label: "甲" },
  { prop: "b", label: "乙" },
  { prop: "_actions", label: "操作", fixed: "right", isFixture: true },
];

it("a column is never narrower than its own header, whatever the page says", () => {
  const header = { prop: "nianhua", label: "最高综合年化" };
  expect(columnWidth({ ...header, width: 92 })).toBe(108);
  expect(columnWidth({ ...header, width: 92, isSort: true, isFilter: true })).toBe(154);
  expect(columnWidth({ ...header, width: 200 })).toBe(200);
});

describe("columns as a person arranged them", () => {
  it("keep selection outermost left and actions outermost right", () => {
    const state = toColumnState(columns, [
      { prop: "b", isShow: true, pin: "left", width: 200 },
      { prop: "a", isShow: false, pin: "right" },
    ]);
    expect(state).toEqual({
      columnOrder: ["b", "a"],
      columnVisibility: { a: false, b: true },
      columnPinning: { start: ["_selection", "b"], end: ["a", "_actions"] },
      columnSizing: { b: 200 },
    });
  });

  it("share the room that is left, but pinned and hand-sized ones keep their width", () => {
    const placed = columns.map((column) => ({
      column,
      width: 100,
      isPinned: column.isFixture === true,
    }));
    expect(stretchWidths(placed, { a: 100 }, 600)).toEqual([100, 100, 300, 100]);
    expect(stretchWidths(placed, {}, 600)).toEqual([100, 200, 200, 100]);
    expect(stretchWidths(placed, {}, 300)).toEqual([100, 100, 100, 100]);
  });

  it("end where the pinned ones begin, so that none is cut beside them", () => {
    const placed = [...columns.slice(0, 3), { prop: "c", label: "丙" }, ...columns.slice(3)].map(
      (column) => ({ column, width: 100, isPinned: column.isFixture === true }),
    );
    expect(stretchWidths(placed, {}, 455)).toEqual([100, 127, 128, 100, 100]);
    expect(stretchWidths(placed, { a: 100 }, 455)).toEqual([100, 100, 155, 100, 100]);
    expect(stretchWidths(placed, {}, 250)).toEqual([100, 100, 100, 100, 100]);
    expect(stretchWidths(placed, {}, 0)).toEqual([100, 100, 100, 100, 100]);
  });
});

describe("the table's height", () => {
  it("is the window minus 50, 20, search form, toolbar, pager and 10", () => {
    expect(maxTableHeight(768, [32, 33, 34])).toBe(768 - 50 - 20 - 32 - 33 - 34 - 10);
  });

  it("leaves a few rows in a very low window", () => {
    expect(maxTableHeight(200, [32, 32, 32])).toBe(180);
  });

  it("gives up what header and tabs take beyond their share", () => {
    expect(maxTableHeight(768, [32, 33, 34], 14)).toBe(768 - 50 - 20 - 14 - 32 - 33 - 34 - 10);
  });

  it("keeps a dialog whole in the window", () => {
    expect(maxInDialog(1080, 230)).toBe(450);
    expect(maxInDialog(768, 230)).toBe(768 - 100 - 230 - 24);
    expect(maxInDialog(400, 230)).toBe(180);
  });
});
