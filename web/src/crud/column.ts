import type { ReactNode } from "react";
import type { Rows } from "@/api/operations.gen";

/** One record of any resource, for what serves all of them. */
export type Row = { id: number } & Record<string, unknown>;

/** The row of one resource: its columns and no others. */
export type RowOf<P extends keyof Rows> = { [K in keyof Rows[P]]: Rows[P][K] };

/** The names a row's columns have. */
export type PropOf<R> = keyof R & string;

export interface Option {
  value: string;
  label: string;
  /** The dictionary's tag style. */
  tagType?: string;
}

/** How a cell shows its value. The first block is the specification's, the second our own additions. */
export type CellType =
  | "selection"
  | "drag"
  | "avatar"
  | "icon"
  | "longText"
  | "json"
  | "tag"
  | "copy"
  | "link"
  | "file"
  | "image"
  | "images"
  | "switch"
  | "fuwenben"
  | "money"
  | "rate"
  | "number"
  | "bool"
  | "date"
  | "timestamp"
  | "masked";

/** The column configuration of a data table. Only `prop` and `label` are needed. */
export interface TableColumn<R extends Row = Row> {
  prop: string;
  label: string;
  type?: CellType;
  width?: number;
  align?: "left" | "center" | "right";
  /** Shown unless the person hid it; false starts hidden. */
  isShow?: boolean;
  isSort?: boolean;
  /** The column whose values put the rows in order, where it is not this one. */
  sortBy?: string;
  isFilter?: boolean;
  /** Choices of the filter popover and labels of a tag; a dictionary type names them otherwise. */
  options?: Option[];
  dict?: string;
  /** Where the display text of a reference lives (`userShow` for `userId`). */
  show?: string;
  /** The resource whose row is named here. */
  ref?: keyof Rows;
  /** The text names a row of this resource, whose id stands in another column. */
  names?: { id: string; ref: keyof Rows };
  fixed?: "left" | "right";
  /** The two values of a switch column. */
  activeValue?: unknown;
  inactiveValue?: unknown;
  /** Address of a link cell; without it the value itself is the address. */
  href?(row: R): string;
  /** What stands where a row has no value; a dash if nothing is said. */
  blank?(row: R): string | undefined;
  /** Takes over the whole cell. */
  render?(row: R): ReactNode;
  /** Never offered in the column settings (selection, actions). */
  isFixture?: boolean;
}

/** What the rows are put in order by with this column's arrows. */
export const sortOf = ({ sortBy, prop }: Pick<TableColumn, "prop" | "sortBy">) => sortBy ?? prop;

const WIDTHS: Partial<Record<CellType, number>> = {
  selection: 44,
  drag: 40,
  avatar: 64,
  icon: 64,
  longText: 220,
  json: 90,
  tag: 110,
  copy: 170,
  link: 160,
  image: 80,
  images: 110,
  file: 150,
  switch: 84,
  fuwenben: 84,
  money: 120,
  rate: 100,
  number: 100,
  bool: 80,
  date: 116,
  timestamp: 172,
  masked: 160,
};

const DEFAULT_WIDTH = 130;
const SORT_WIDTH = 24;
const FILTER_WIDTH = 22;
const CELL_PADDING = 24;
const CHARACTER = 14;

/** A width that fits the kind of value, or is the page's, and never cuts the header's own words. */
export function columnWidth(column: TableColumn): number {
  const header =
    column.label.length * CHARACTER +
    CELL_PADDING +
    (column.isSort ? SORT_WIDTH : 0) +
    (column.isFilter ? FILTER_WIDTH : 0);
  const body = column.width ?? (column.type && WIDTHS[column.type]) ?? DEFAULT_WIDTH;
  return Math.max(header, body);
}

const RIGHT_ALIGNED = new Set<CellType>(["money", "rate", "number"]);
const CENTERED = new Set<CellType>(["selection", "drag", "avatar", "icon", "switch", "image"]);

export function columnAlign(column: TableColumn): "left" | "center" | "right" {
  if (column.align) return column.align;
  if (column.type && RIGHT_ALIGNED.has(column.type)) return "right";
  if (column.type && CENTERED.has(column.type)) return "center";
  return "left";
}
