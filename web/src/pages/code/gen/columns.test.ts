import { describe, expect, it } from "vitest";
import {
  added,
  changed,
  editable,
  faultOf,
  moved,
  pathOf,
  readColumns,
  removed,
  written,
} from "./columns";
import { searchesOf } from "./kinds";

const column = (columnName: string, more: object = {}) => ({
  columnName,
  label: columnName,
  ...more,
});
const three = () =>
  editable(
    readColumns([column("a"), column("b"), column("c"), column("id", { fieldType: "system" })]),
  );
const names = (columns: readonly { columnName: string }[]) => columns.map((one) => one.columnName);

const fault = (...columns: object[]) => faultOf(readColumns(columns));

describe("columns of a table", () => {
  it("are read from the wire; what is none is left out", () => {
    expect(readColumns(null)).toEqual([]);
    expect(readColumns([1, null, {}, column("a")])).toHaveLength(1);
    expect(readColumns([column("a")])[0]).toMatchObject({ fieldType: "text", moren: null });
  });

  it("are sent with their places, those of the program last and no number of the editor", () => {
    const [a, b, c] = three();
    if (!a || !b || !c) throw new Error("three");
    const all = readColumns([column("id", { fieldType: "system" })]);
    const sent = written(moved([a, b, c], c, a), all);
    expect(names(sent)).toEqual(["c", "a", "b", "id"]);
    expect(sent.map(({ paixu }) => paixu)).toEqual([0, 1, 2, 3]);
    expect(sent[0]).not.toHaveProperty("id");
  });

  it("stay as not wanted where the table has them, and go where it does not", () => {
    const both = editable(readColumns([column("a", { columnType: "text" }), column("b")]));
    expect(removed(removed(both, 1), 2)).toMatchObject([{ columnName: "a", bianhua: "YICHU" }]);
    expect(fault(column("a", { bianhua: "YICHU", label: "" }))).toBeUndefined();
  });

  it("are moved before another one, or to the end", () => {
    const [a, b, c] = three();
    if (!a || !b || !c) throw new Error("three");
    expect(names(moved([a, b, c], a, c))).toEqual(["b", "a", "c"]);
    expect(names(moved([a, b, c], a, null))).toEqual(["b", "c", "a"]);
  });

  it("get numbers of their own when they are added", () => {
    const more = added(added(three()));
    expect(new Set(more.map(({ id }) => id)).size).toBe(more.length);
  });

  it("keep nothing that does not fit another kind", () => {
    const [a] = editable(
      readColumns([column("a", { isSearch: true, searchType: "~", maxLength: 50, isSort: true })]),
    );
    if (!a) throw new Error("one");
    const money = changed(a, { fieldType: "fen" });
    expect(money).toMatchObject({ isSearch: false, searchType: "", maxLength: null, isSort: true });
    expect(changed(a, { fieldType: "secret" })).toMatchObject({ tuomin: "Phone", isSort: false });
    expect(changed(a, { fieldType: "image" })).toMatchObject({ mulu: "Resource" });
    expect(changed(a, { fieldType: "longText" })).toMatchObject({
      maxLength: 500,
      isSearch: true,
      searchType: "~",
    });
  });

  it("are no longer new once somebody set something", () => {
    const [a] = editable(readColumns([column("a", { bianhua: "XINZENG" })]));
    if (!a) throw new Error("one");
    expect(changed(a, { label: "甲" }).bianhua).toBe("");
  });

  it("say what is missing before the server is asked", () => {
    expect(fault(column("a"))).toBeUndefined();
    expect(fault(column(""))).toBe("有一列还没有列名");
    expect(fault(column("a"), column("a"))).toBe("列名a重复");
    expect(fault(column("a", { label: " " }))).toBe("a：请填写标签");
    expect(fault(column("a", { fieldType: "dict" }))).toBe("a：请选择字典");
    expect(fault(column("a", { fieldType: "ref" }))).toBe("a：请选择关联的资源");
  });
});

it("a table's path has its module first", () => {
  expect(pathOf("app_kehu_biaoji")).toBe("app/kehu_biaoji");
});

it("a kind is searched as the server allows", () => {
  expect(searchesOf("text")).toEqual(["~", "="]);
  expect(searchesOf("timestamp")).toEqual(["[]", "="]);
  expect(searchesOf("richText")).toEqual([]);
});
