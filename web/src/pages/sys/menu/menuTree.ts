import type { RowOf } from "@/crud/column";
import type { Node } from "@/crud/table/tree";

export type MenuNode = Node<RowOf<"sys/menu">>;

/** Where a node may be hung: directories and pages, never itself or what is under it. */
export interface ParentChoice {
  value: number;
  title: string;
  children: ParentChoice[];
}

export function parentChoices(nodes: readonly MenuNode[], own: number | null): ParentChoice[] {
  return nodes
    .filter(({ id, type }) => id !== own && type !== "ANNIU")
    .map(({ id, name, children }) => ({
      value: id,
      title: name,
      children: parentChoices(children ?? [], own),
    }));
}
