import { describe, expect, it } from "vitest";
import { readColumns } from "./columns";
import { mergeColumns } from "./mergeColumns";

const column = (columnName: string, more: object = {}) => ({
  columnName,
  label: columnName,
  ...more,
});
const merged = (mine: object[], opened: object[], latest: object[]) => {
  const { value, clashes } = mergeColumns(mine, opened, latest);
  return { columns: readColumns(value), clashes };
};
const names = (columns: readonly { columnName: string }[]) => columns.map((one) => one.columnName);

describe("two who change the columns of one table", () => {
  it("both keep what they changed, setting by setting", () => {
    const { columns, clashes } = merged(
      [column("a", { label: "甲" }), column("b")],
      [column("a"), column("b")],
      [column("a", { isMust: true }), column("b", { label: "乙" })],
    );
    expect(columns).toMatchObject([{ label: "甲", isMust: true }, { label: "乙" }]);
    expect(clashes).toEqual([]);
  });

  it("are told what both changed, and one's own stays", () => {
    const { columns, clashes } = merged(
      [column("a", { label: "甲" })],
      [column("a")],
      [column("a", { label: "乙" })],
    );
    expect(columns).toMatchObject([{ label: "甲" }]);
    expect(clashes).toEqual([{ prop: "a 标签", mine: "甲", theirs: "乙" }]);
  });

  it("keep what each added and lose what either took out", () => {
    const { columns } = merged(
      [column("a"), column("mine")],
      [column("a"), column("b")],
      [column("b"), column("theirs")],
    );
    expect(names(columns)).toEqual(["mine", "theirs"]);
  });

  it("do not lose a column that the other changed meanwhile", () => {
    const { columns } = merged([], [column("a")], [column("a", { label: "甲" })]);
    expect(names(columns)).toEqual(["a"]);
  });

  it("keep the order of whoever moved a column", () => {
    const opened = [column("a"), column("b"), column("c")];
    const mine = [column("c"), column("a"), column("b")];
    expect(names(merged(mine, opened, [...opened, column("d")]).columns)).toEqual([
      "c",
      "a",
      "b",
      "d",
    ]);
    expect(names(merged(opened, opened, mine).columns)).toEqual(["c", "a", "b"]);
  });
});
