import type { ButtonProps, FormInstance } from "antd";
import type { ReactNode } from "react";
import type { Rows } from "@/api/operations.gen";
import type { Action } from "@/api/resources";
import type { PropOf, Row } from "./column";
import type { Shown } from "./detail/useShown";
import type { FieldGroup, FieldOverrides, Filled } from "./form/FormFields";
import type { Values } from "./form/formValues";
import type { ColumnOverrides, SearchOverrides } from "./fromMeta";
import type { RowAction } from "./table/RowActions";
import type { Tree } from "./table/tree";
import type { List } from "./table/useList";
import type { Sums } from "./table/useSums";

/** What a page's own actions may do to the list they stand in. */
export interface PageHandle<R extends Row = Row> {
  reload(): void;
  edit(row: R): void;
  add(initial?: Values): void;
  /** Shows a dialog of the page's own until it calls `close`. */
  open(dialog: (close: () => void) => ReactNode): void;
  /** Opens the page's detail of a row; which one it is stands in the URL. */
  show(id: number): void;
  /** Whether the person holds a permission. */
  may(permission: string): boolean;
}

/** The dialog that shows one row whole, for those who may see it. */
export interface Detail {
  perm: string;
  draw(id: number, shown: Shown, page: Pick<PageHandle, "open">): ReactNode;
}

/** Something done to all ticked rows at once. */
export interface BatchAction<R extends Row> {
  label: string;
  perm: string;
  look?: Pick<ButtonProps, "type" | "danger">;
  /** Why these rows do not allow it; the button stays and says so. */
  refusal?(rows: readonly R[]): string | undefined;
  /** Selection is let go when this has been done. */
  onClick(rows: readonly R[], page: PageHandle<R>, clear: () => void): void;
}

/** The next record to add, and the customer it is for. */
export interface NextRecord {
  label: string;
  to: keyof Rows;
  userId?: number | undefined;
}

export interface Removal<R extends Row = Row> {
  verb: string;
  question: string;
  /** What a row is called in the question, where its name alone does not say which it is. */
  nameOf?(row: R): string;
}

/**
 * What is special about the page of a resource. Columns, fields and searches are named after the
 * columns of its row: others do not compile.
 */
export interface PageDefinition<R extends Row> {
  columns?: ColumnOverrides<R> | ((page: PageHandle<R>) => ColumnOverrides<R>);
  /** Columns that come before the others of the definition. */
  firstColumns?: readonly PropOf<R>[];
  /** Columns that say nothing under a search, such as a state tab's; whoever wants one sees it. */
  idleColumns?(search: Readonly<Record<string, string>>): readonly PropOf<R>[];
  /** False: a list too short to be searched. */
  search?: SearchOverrides<R> | false;
  /** Searches that come first, on the visible line. */
  firstSearch?: readonly PropOf<R>[];
  fields?: FieldOverrides<R> | ((row: R | null) => FieldOverrides<R>);
  /** What a new record starts with. */
  initial?: { readonly [K in keyof R]?: R[K] };
  formWidth?: number;
  formGroups?: readonly FieldGroup<R>[];
  /** Stands beside the fields and may watch them. */
  formAside?(form: FormInstance<Values>): ReactNode;
  /** A line between the search and the toolbar that narrows the list in its own way. */
  tabs?(list: List<R>): ReactNode;
  /** Buttons of the toolbar beside those of the definition's actions. */
  tools?(page: PageHandle<R>): ReactNode;
  /** A list of money: its sums stand below it. */
  sums?: Sums<R>;
  addText?: string;
  /** Opens the page's own form instead of the generic one; for a customer where one is given. */
  onAdd?(page: PageHandle<R>, userId?: number): void;
  /** Actions of a row before 修改 and 删除. */
  actions?(page: PageHandle<R>): RowAction<R>[];
  batch?: readonly BatchAction<R>[];
  /** What `show` opens. */
  detail?: Detail;
  /** What Enter on a row does, and the permission it needs; 修改 unless said. */
  opening?: { perm: string; open(row: R, page: PageHandle<R>): void };
  /** What taking rows away is called where it does not delete them. */
  removal?: Removal<R>;
  /** A row that may not be changed or deleted says why. */
  refuseEdit?(row: R): string | undefined;
  refuseDelete?(row: R): string | undefined;
  /** A new record may be saved with these values too, beside 保存. */
  also?: { text: string; values: Values };
  /** What one adds after this record; `values` are those that were sent. */
  next?(values: Filled<R>, id: number): NextRecord | undefined;
  onSaved?(answer: { id: number } & Values, values: Filled<R>, page: PageHandle<R>): void;
  /** Rows have an order of their own (排序), changed by dragging. */
  isOrdered?: boolean;
  /** Rows hang under each other. */
  tree?: Tree<R>;
  /** Key of the saved columns, where a resource has two pages; its path unless said. */
  name?: string;
  /** Which of the definition's actions this page offers; all of them unless said. */
  offers?: readonly Action[];
}
