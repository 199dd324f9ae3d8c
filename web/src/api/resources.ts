/** What the server tells about a resource; `resources.gen.ts` holds the values. */
export type Action = "list" | "query" | "add" | "edit" | "del" | "export" | "import";

export type ColumnKind =
  | "id"
  | "text"
  | "longText"
  | "richText"
  | "int"
  | "fen"
  | "ppm"
  | "bool"
  | "dict"
  | "dicts"
  | "date"
  | "timestamp"
  | "image"
  | "images"
  | "file"
  | "json"
  | "tags"
  | "ref"
  | "refs"
  | "secret";

/** How a list cell is shown, where the kind alone does not say it. */
export type CellType =
  | "avatar"
  | "icon"
  | "longText"
  | "json"
  | "tag"
  | "copy"
  | "link"
  | "image"
  | "images"
  | "switch"
  | "fuwenben";

export interface ColumnMeta {
  prop: string;
  label: string;
  kind: ColumnKind;
  type?: CellType;
  dict?: string;
  /** Path of the referenced resource. */
  ref?: string;
  /** Prop that holds the display text. */
  show?: string;
  max?: number;
  min?: number;
  isList: boolean;
  isForm: boolean;
  isMust: boolean;
  isReadOnly: boolean;
  isCreateOnly: boolean;
  isSort: boolean;
  isFilter: boolean;
  search?: "eq" | "like" | "range" | "dict";
  /** Folder that files of this column are uploaded to. */
  rootPath?: string;
  /** What a new record starts with. */
  default?: unknown;
  hint?: string;
  /** Of a phone: found by its last four digits too. */
  isPhone?: boolean;
  /** The text names a row of this resource; its id stands in the other column. */
  names?: { id: string; ref: string };
}

export interface ResourceMeta {
  /** Path below /api, such as "sys/user". */
  path: string;
  label: string;
  /** Prop that names a row to a person. */
  show: string;
  /** Permission prefix, such as "sys:user". */
  perm: string;
  actions: Action[];
  columns: ColumnMeta[];
  /** Rows are listed and imported for one value of this column at a time. */
  oneByOne?: string;
}

/** A page of rows; `totalExact: false` means the total is a lower bound. */
export interface Page<Row> {
  records: Row[];
  total: number;
  totalExact?: boolean;
}
