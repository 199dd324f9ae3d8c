import type { PropOf, Row } from "@/crud/column";
import type { Source } from "./useTableData";

/** A tree of rows as a page says it: where it comes from and by what it is searched. */
export interface Tree<R extends Row> {
  source: Source<R, readonly R[]>;
  /** The column that names the row above; 0 is the root. */
  parent: PropOf<R>;
  searchBy: readonly PropOf<R>[];
  searchLabel: string;
  searchHint: string;
}

/** A row with those that hang under it. */
export type Node<R extends Row = Row> = R & { children?: Node<R>[] | null };

/** A node in the order it is drawn, with its depth. */
export type TreeRow<R extends Row = Row> = Node<R> & {
  depth: number;
  hasChildren: boolean;
  isOpen: boolean;
};

/** The open part of the tree as rows. */
export function openRows<R extends Row>(
  nodes: readonly Node<R>[],
  expanded: ReadonlySet<number>,
  depth = 0,
): TreeRow<R>[] {
  return nodes.flatMap((node): TreeRow<R>[] => {
    const children = node.children ?? [];
    const isOpen = expanded.has(node.id);
    const row = { ...node, depth, hasChildren: children.length > 0, isOpen };
    return isOpen ? [row, ...openRows(children, expanded, depth + 1)] : [row];
  });
}

/** Nodes that hold the text in one of these columns, with the way down to them. */
export function searchTree<R extends Row>(
  nodes: readonly Node<R>[],
  text: string,
  by: readonly PropOf<R>[],
): Node<R>[] {
  if (text === "") return [...nodes];
  return nodes.flatMap((node) => {
    const isMatch = by.some((prop) => {
      const value: unknown = node[prop];
      return typeof value === "string" && value.includes(text);
    });
    if (isMatch) return [node];
    const children = searchTree(node.children ?? [], text, by);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export function allIds(nodes: readonly Node[]): number[] {
  return nodes.flatMap(({ id, children }) => [id, ...allIds(children ?? [])]);
}

/** The children of one parent; 0 is the root. */
export function siblingsOf<R extends Row>(nodes: readonly Node<R>[], parent: unknown): Node<R>[] {
  if (parent === 0) return [...nodes];
  for (const node of nodes) {
    if (node.id === parent) return [...(node.children ?? [])];
    const found = siblingsOf(node.children ?? [], parent);
    if (found.length > 0) return found;
  }
  return [];
}
