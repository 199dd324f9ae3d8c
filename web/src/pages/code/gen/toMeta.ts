import type { CellType, ColumnKind, ColumnMeta, ResourceMeta } from "@/api/resources";
import { folders } from "@/api/tools.gen";
import type { GenColumn } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import { dayOf } from "@/lib/day";
import type { DictItem } from "@/lib/dict";
import { isGenerated } from "./columns";
import { SYSTEM, type FolderName } from "./kinds";

export const camel = (name: string) =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

interface Named {
  path: string;
  label: string;
}

/** The definition that the columns would have, as the pages of the product know it. */
export function toMeta({ path, label }: Named, columns: readonly GenColumn[]): ResourceMeta {
  const defined = columns.filter(
    (column) =>
      column.fieldType !== SYSTEM &&
      isGenerated(column) &&
      column.columnName !== "" &&
      column.label !== "",
  );
  const shown = defined.map(toColumn);
  return {
    path,
    label,
    show: shown.find(({ kind }) => kind === "text")?.prop ?? "id",
    perm: path.replaceAll("/", ":"),
    actions: ["list", "query", "add", "edit", "del", "export", "import"],
    columns: shown,
  };
}

const SEARCHES: Readonly<Record<string, ColumnMeta["search"]>> = {
  "=": "eq",
  "~": "like",
  "[]": "range",
};

function toColumn(column: GenColumn): ColumnMeta {
  const kind = column.fieldType as ColumnKind;
  const prop = camel(column.columnName);
  const type = cellOf(column);
  const search = column.isSearch ? searchOf(column) : undefined;
  const show = showOf(kind, prop);
  const bound = boundsOf(column);
  return {
    prop,
    label: column.label,
    kind,
    isList: column.isList,
    isForm: column.isForm && !column.isZhidu,
    isMust: column.isMust && column.moren === null && !column.isZhidu,
    isReadOnly: column.isZhidu,
    isCreateOnly: false,
    isSort: column.isSort,
    isFilter: column.isFilter,
    ...bound,
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(show ? { show } : {}),
    ...(column.dictType ? { dict: column.dictType } : {}),
    ...(column.guanlian ? { ref: column.guanlian } : {}),
    ...(column.mulu ? { rootPath: folders[column.mulu as FolderName] ?? "resource" } : {}),
    ...(column.moren === null ? {} : { default: valueOf(column.moren) }),
    ...(column.tishi ? { hint: column.tishi } : {}),
    ...(column.tuomin === "Phone" ? { isPhone: true } : {}),
  };
}

function boundsOf({ fieldType, maxLength, min, max }: GenColumn): Partial<ColumnMeta> {
  const most = ["text", "longText", "images"].includes(fieldType) ? maxLength : max;
  return {
    ...(most === null ? {} : { max: most }),
    ...(min === null || fieldType !== "int" ? {} : { min }),
  };
}

function cellOf({ fieldType, danyuange }: GenColumn): CellType | undefined {
  if (danyuange) return (danyuange.charAt(0).toLowerCase() + danyuange.slice(1)) as CellType;
  if (fieldType === "image" || fieldType === "images") return fieldType;
  return fieldType === "tags" || fieldType === "dicts" ? "tag" : undefined;
}

/** A form has a picker for a reference, whatever else it is searched by. */
function searchOf({ fieldType, searchType }: GenColumn): ColumnMeta["search"] {
  if (fieldType === "dict") return "dict";
  return fieldType === "ref" ? "eq" : SEARCHES[searchType];
}

function showOf(kind: ColumnKind, prop: string): string | undefined {
  if (kind === "ref") return `${prop.replace(/Id$/, "")}Show`;
  return kind === "dict" ? `${prop}Show` : undefined;
}

/** A default as a form takes it: JSON where it is some, a text otherwise. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface World {
  dicts: Readonly<Record<string, readonly DictItem[]>>;
  /** A moment of the office: `2026-03-01 09:00:00`. */
  now: string;
}

const SAMPLES = 3;

/** Rows made up for a list that has none. */
export function sampleRows(meta: ResourceMeta, world: World): Row[] {
  return Array.from({ length: SAMPLES }, (_, at) => {
    const row: Row = { id: at + 1 };
    for (const column of meta.columns) {
      row[column.prop] = sample(column, at, world);
      if (column.show && column.kind === "ref") row[column.show] = `${column.label}${at + 1}`;
    }
    return row;
  });
}

function sample(column: ColumnMeta, at: number, { dicts, now }: World): unknown {
  const entries = dicts[column.dict ?? ""] ?? [];
  const entry = entries[at % Math.max(1, entries.length)]?.dictValue;
  switch (column.kind) {
    case "int":
      return (column.min ?? 0) + at + 1;
    case "fen":
      return (at + 1) * 123_456;
    case "ppm":
      return (at + 1) * 45_000;
    case "bool":
      return at % 2 === 0;
    case "dict":
      return entry ?? "";
    case "dicts":
      return entry ? [entry] : [];
    case "date":
      return dayOf(now);
    case "timestamp":
      return now;
    case "tags":
      return [`${column.label}${at + 1}`];
    case "ref":
      return at + 1;
    case "refs":
    case "image":
    case "images":
    case "file":
      return null;
    case "json":
      return { [column.prop]: at + 1 };
    case "richText":
      return `<p>${column.label}${at + 1}</p>`;
    case "secret":
      return column.isPhone ? `138****800${at + 1}` : "******";
    default:
      return `${column.label}${at + 1}`;
  }
}
