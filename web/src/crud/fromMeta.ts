import type { ColumnKind, ColumnMeta, ResourceMeta } from "@/api/resources";
import type { Rows } from "@/api/operations.gen";
import { metaOf } from "./metaOf";
import type { CellType, Option, PropOf, Row, TableColumn } from "./column";

const CELL_OF_KIND: Partial<Record<ColumnKind, CellType>> = {
  longText: "longText",
  richText: "fuwenben",
  int: "number",
  fen: "money",
  ppm: "rate",
  bool: "bool",
  dict: "tag",
  dicts: "tag",
  tags: "tag",
  date: "date",
  timestamp: "timestamp",
  image: "image",
  images: "images",
  file: "file",
  json: "json",
  secret: "masked",
};

/** What a page changes about one column; false leaves it out. */
export type ColumnOverrides<R extends Row> = {
  [K in PropOf<R>]?: Partial<Omit<TableColumn<R>, "prop">> | false;
};

/** The list columns of a resource in the order of its definition, with a page's changes applied. */
export function listColumns<R extends Row>(
  meta: ResourceMeta,
  overrides: ColumnOverrides<R> = {},
  first: readonly PropOf<R>[] = [],
): TableColumn<R>[] {
  const byProp: Readonly<Record<string, Partial<TableColumn<R>> | false | undefined>> = overrides;
  const columns = meta.columns.flatMap((column) => {
    const override = byProp[column.prop];
    if (override === false || (!column.isList && !override)) return [];
    return [{ ...toColumn<R>(column), ...namedRow(meta, column), ...override }];
  });
  return columns.toSorted(byRank(first));
}

/** Those named come first, in that order; the rest keeps its own. */
function byRank(first: readonly string[]) {
  const rank = (prop: string) => (first.includes(prop) ? first.indexOf(prop) : first.length);
  return (a: { prop: string }, b: { prop: string }) => rank(a.prop) - rank(b.prop);
}

function toColumn<R extends Row>(column: ColumnMeta): TableColumn<R> {
  // A secret is looked behind one at a time, however long it is.
  const type = column.kind === "secret" ? "masked" : (column.type ?? CELL_OF_KIND[column.kind]);
  return {
    prop: column.prop,
    // The unit stands once, in the header.
    label: column.kind === "fen" ? `${column.label}(元)` : column.label,
    isSort: column.isSort,
    isFilter: column.isFilter,
    ...(type ? { type } : {}),
    ...(column.dict ? { dict: column.dict } : {}),
    ...(column.show ? { show: column.show } : {}),
    ...(column.kind === "ref" ? { ref: column.ref as keyof Rows } : {}),
    ...(column.names ? { names: column.names as NonNullable<TableColumn["names"]> } : {}),
    ...(type === "switch" ? switchValues(column) : {}),
  };
}

/** A number that names a row which another column refers to, such as that of an order, leads there. */
function namedRow<R extends Row>(
  { columns }: ResourceMeta,
  { prop, kind }: ColumnMeta,
): Pick<TableColumn<R>, "names"> {
  if (kind !== "text") return {};
  const owner = columns.find(({ ref, isList }) => ref && !isList && metaOf(ref).show === prop);
  return owner ? { names: { ref: owner.ref as keyof Rows, id: owner.prop } } : {};
}

/** A switch turns a boolean, or the two values of the `state` dictionary. */
function switchValues(column: ColumnMeta): Pick<TableColumn, "activeValue" | "inactiveValue"> {
  return column.kind === "bool"
    ? { activeValue: true, inactiveValue: false }
    : { activeValue: "QIYONG", inactiveValue: "TINGYONG" };
}

export type SearchKind =
  | "text"
  | "choice"
  | "dates"
  | "times"
  | "numbers"
  | "amounts"
  | "yesNo"
  | "pick"
  | "ref";

export interface SearchField {
  prop: string;
  label: string;
  kind: SearchKind;
  dict?: string;
  ref?: string;
  /** The choices of a `pick`, of which one is taken. */
  options?: Option[];
  /** What to type, where the label alone does not say it. */
  placeholder?: string;
}

const RANGES: Partial<Record<ColumnKind, SearchKind>> = {
  date: "dates",
  timestamp: "times",
  fen: "amounts",
};

/** What a page changes about one search field, or searches besides; false leaves it out. */
export type SearchOverrides<R> = { [K in PropOf<R>]?: Partial<Omit<SearchField, "prop">> | false };

/** The search fields of a resource; those a page uses most come first, on the visible line. */
export function searchFields<R extends Row>(
  meta: ResourceMeta,
  overrides: SearchOverrides<R> = {},
  first: readonly PropOf<R>[] = [],
): SearchField[] {
  const byProp: Readonly<Record<string, Partial<SearchField> | false | undefined>> = overrides;
  const fields = meta.columns.flatMap((column): SearchField[] => {
    const override = byProp[column.prop];
    if (override === false || (!column.search && !override)) return [];
    const { prop, label, dict, ref } = column;
    const placeholder = secretHint(column);
    return [
      {
        prop,
        label,
        kind: searchKind(column),
        ...(dict ? { dict } : {}),
        ...(ref ? { ref } : {}),
        ...(placeholder ? { placeholder } : {}),
        ...override,
      },
    ];
  });
  return fields.toSorted(byRank(first));
}

/** A secret is found whole, a phone by its last four digits too; nothing else finds it. */
function secretHint({ kind, isPhone }: ColumnMeta): string | undefined {
  if (isPhone) return "完整号码或后四位";
  return kind === "secret" ? "完整号码" : undefined;
}

function searchKind({ search, kind, dict, ref }: ColumnMeta): SearchKind {
  if (search === "range") return RANGES[kind] ?? "numbers";
  if (ref) return "ref";
  if (dict) return "choice";
  return kind === "bool" ? "yesNo" : "text";
}

/** The query names one field may set. */
export function queryNames({ prop, kind }: SearchField): string[] {
  const isRange = kind === "dates" || kind === "times" || kind === "numbers" || kind === "amounts";
  return isRange ? [`${prop}Begin`, `${prop}End`] : [prop];
}
