import { expect, it } from "vitest";
import { fieldTypes } from "@/api/tools.gen";
import { listColumns, searchFields } from "@/crud/fromMeta";
import { readColumns } from "./columns";
import { camel, sampleRows, toMeta } from "./toMeta";

const NAMED = { path: "app/ceshi", label: "测试" };
const metaOf = (...columns: object[]) => toMeta(NAMED, readColumns(columns));
const WORLD = {
  dicts: { sex: [{ dictLabel: "男", dictValue: "NAN" }] },
  now: "2026-03-01 09:00:00",
};

it("names are those of the wire", () => {
  expect(camel("kehu_biaoji_2")).toBe("kehuBiaoji2");
});

it("a column becomes what a page knows of it", () => {
  const meta = metaOf(
    {
      columnName: "ming_cheng",
      label: "名称",
      maxLength: 20,
      isMust: true,
      isSearch: true,
      searchType: "~",
    },
    {
      columnName: "sex",
      label: "性别",
      fieldType: "dict",
      dictType: "sex",
      isSearch: true,
      searchType: "=",
    },
    { columnName: "user_id", label: "客户", fieldType: "ref", guanlian: "app/user", isForm: false },
    { columnName: "is_hao", label: "好", fieldType: "bool", danyuange: "Switch", moren: "true" },
  );
  expect(meta).toMatchObject({ path: "app/ceshi", perm: "app:ceshi", show: "mingCheng" });
  expect(meta.columns[0]).toMatchObject({
    prop: "mingCheng",
    max: 20,
    isMust: true,
    search: "like",
  });
  expect(meta.columns[1]).toMatchObject({ dict: "sex", search: "dict", show: "sexShow" });
  expect(meta.columns[2]).toMatchObject({ ref: "app/user", show: "userShow", isForm: false });
  expect(meta.columns[3]).toMatchObject({ type: "switch", default: true, isMust: false });
});

it("what the program keeps, what is gone and what has no name yet is not drawn", () => {
  const meta = metaOf(
    { columnName: "id", label: "编号", fieldType: "system" },
    { columnName: "a", label: "甲", bianhua: "XIAOSHI" },
    { columnName: "", label: "乙" },
    { columnName: "c", label: "" },
  );
  expect(meta.columns).toEqual([]);
});

it("every kind has something to show, by the product's own columns", () => {
  const kinds = fieldTypes.filter((kind) => kind !== "system");
  const meta = toMeta(
    NAMED,
    readColumns(
      kinds.map((fieldType) => ({
        columnName: `lie_${fieldType.toLowerCase()}`,
        label: fieldType,
        fieldType,
        dictType: "sex",
      })),
    ),
  );
  const rows = sampleRows(meta, WORLD);
  expect(rows).toHaveLength(3);
  expect(listColumns(meta)).toHaveLength(kinds.length);
  expect(searchFields(meta)).toEqual([]);
  expect(rows[0]).toMatchObject({
    lieText: "text1",
    lieFen: 123_456,
    lieDict: "NAN",
    lieDate: "2026-03-01",
    lieTimestamp: "2026-03-01 09:00:00",
    lieBool: true,
  });
});
