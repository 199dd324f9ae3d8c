import type { GenColumn } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import { needOf, searchesOf, SYSTEM } from "./kinds";

/** A column while it is edited: a row of the table of columns. */
export type EditedColumn = Row & GenColumn;

export const NEW = "XINZENG";
export const GONE = "XIAOSHI";
export const UNWANTED = "YICHU";

/** What stands in the definition: not what the table has no longer, or a person took out. */
export const isGenerated = ({ bianhua }: GenColumn) => bianhua !== GONE && bianhua !== UNWANTED;

const DEFAULT_LENGTH: Readonly<Record<string, number>> = { text: 100, longText: 500, images: 9 };

const BLANK: GenColumn = {
  columnName: "",
  label: "",
  columnType: "",
  columnComment: "",
  fieldType: "text",
  isMust: false,
  isList: true,
  isSearch: false,
  searchType: "",
  isForm: true,
  isSort: false,
  isFilter: false,
  isExcel: true,
  isUnique: false,
  isZhidu: false,
  dictType: "",
  guanlian: "",
  mulu: "",
  tuomin: "",
  danyuange: "",
  maxLength: 100,
  min: null,
  max: null,
  moren: null,
  tishi: "",
  bianhua: "",
  paixu: 0,
};

/** The columns of a row as the wire has them; anything else is none. */
export function readColumns(value: unknown): GenColumn[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isColumn).map((column) => ({ ...BLANK, ...column }));
}

function isColumn(value: unknown): value is Partial<GenColumn> {
  return typeof value === "object" && value !== null && "columnName" in value;
}

/** Those that a person sets; what every table has stays aside. */
export function editable(columns: readonly GenColumn[], firstId = 1): EditedColumn[] {
  return columns
    .filter(({ fieldType }) => fieldType !== SYSTEM)
    .map((column, at) => ({ ...column, id: firstId + at }));
}

/** As they are sent: those of the program last, each with its place. */
export function written(
  edited: readonly EditedColumn[],
  columns: readonly GenColumn[],
): GenColumn[] {
  const own = edited.map(({ id: _id, ...column }) => column as GenColumn);
  const system = columns.filter(({ fieldType }) => fieldType === SYSTEM);
  return [...own, ...system].map((column, at) => ({ ...column, paixu: at }));
}

export function added(edited: readonly EditedColumn[]): EditedColumn[] {
  const id = Math.max(0, ...edited.map((column) => column.id)) + 1;
  return [...edited, { ...BLANK, id }];
}

/** A column that the table has is kept, so that a sync does not bring it back; others go. */
export function removed(edited: readonly EditedColumn[], id: number): EditedColumn[] {
  return edited.flatMap((column) => {
    if (column.id !== id) return [column];
    return column.columnType === "" ? [] : [{ ...column, bianhua: UNWANTED }];
  });
}

/** One of them before another; null: at the end. */
export function moved(
  edited: readonly EditedColumn[],
  one: EditedColumn,
  before: EditedColumn | null,
): EditedColumn[] {
  const rest = edited.filter(({ id }) => id !== one.id);
  const at = before ? rest.findIndex(({ id }) => id === before.id) : rest.length;
  return rest.toSpliced(at < 0 ? rest.length : at, 0, one);
}

/** A column with a change; what no longer fits its kind goes, and it is no longer merely new. */
export function changed(column: EditedColumn, change: Partial<GenColumn>): EditedColumn {
  const next = { ...column, ...change } as EditedColumn;
  if (next.bianhua === NEW) next.bianhua = "";
  if (change.fieldType !== undefined && change.fieldType !== column.fieldType)
    Object.assign(next, fitting(next));
  if (next.isSearch && !searchesOf(next.fieldType).some((one) => one === next.searchType))
    Object.assign(next, { isSearch: false, searchType: "" });
  return next;
}

function fitting({ fieldType }: GenColumn): Partial<GenColumn> {
  const need = needOf(fieldType);
  return {
    maxLength: DEFAULT_LENGTH[fieldType] ?? null,
    min: null,
    max: null,
    moren: null,
    danyuange: "",
    isUnique: false,
    dictType: "",
    guanlian: "",
    tuomin: need === "mask" ? "Phone" : "",
    mulu: need === "folder" ? "Resource" : "",
    ...(["richText", "json", "refs"].includes(fieldType) ? { isExcel: false } : {}),
    ...(["richText", "json", "secret", "images", "image", "file"].includes(fieldType)
      ? { isSort: false, isFilter: false }
      : {}),
  };
}

/** What is wrong with the columns as they stand, where the server need not be asked for it. */
export function faultOf(columns: readonly GenColumn[]): string | undefined {
  const names = new Set<string>();
  for (const column of columns) {
    const { columnName, label, fieldType, dictType, guanlian } = column;
    if (columnName.trim() === "") return "有一列还没有列名";
    const of = `${columnName}：`;
    if (names.has(columnName)) return `列名${columnName}重复`;
    names.add(columnName);
    if (fieldType === SYSTEM || !isGenerated(column)) continue;
    if (label.trim() === "") return `${of}请填写标签`;
    const need = needOf(fieldType);
    if (need === "dict" && dictType === "") return `${of}请选择字典`;
    if (need === "ref" && guanlian === "") return `${of}请选择关联的资源`;
  }
  return undefined;
}

/** `app_kehu_biaoji` → `app/kehu_biaoji`: what a table is called as a resource. */
export function pathOf(tableName: string): string {
  return tableName.replace("_", "/");
}
