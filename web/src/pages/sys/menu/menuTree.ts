import type { Row } from "@/crud/column";

export interface MenuNode extends Row {
  parentId: number;
  name: string;
  type: "MULU" | "ZICAIDAN" | "ANNIU";
  icon?: string | null;
  perms?: string | null;
  paixu: number;
  children?: MenuNode[] | null;
}

/** A node in the order it is drawn, with its depth. */
export interface MenuRow extends MenuNode {
  depth: number;
  hasChildren: boolean;
  isOpen: boolean;
}

/** The open part of the tree as rows. */
export function openRows(
  nodes: readonly MenuNode[],
  expanded: ReadonlySet<number>,
  depth = 0,
): MenuRow[] {
  return nodes.flatMap((node) => {
    const children = node.children ?? [];
    const isOpen = expanded.has(node.id);
    const row = { ...node, depth, hasChildren: children.length > 0, isOpen };
    return isOpen ? [row, ...openRows(children, expanded, depth + 1)] : [row];
  });
}

/** Nodes that match by name, permission or address, with the way down to them. */
export function searchTree(nodes: readonly MenuNode[], text: string): MenuNode[] {
  if (text === "") return [...nodes];
  return nodes.flatMap((node) => {
    const isMatch = [node.name, node.perms, node.routerUrl].some(
      (value) => typeof value === "string" && value.includes(text),
    );
    if (isMatch) return [node];
    const children = searchTree(node.children ?? [], text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export function allIds(nodes: readonly MenuNode[]): number[] {
  return nodes.flatMap(({ id, children }) => [id, ...allIds(children ?? [])]);
}

/** The children of one parent; 0 is the root. */
export function siblingsOf(nodes: readonly MenuNode[], parentId: number): MenuNode[] {
  if (parentId === 0) return [...nodes];
  for (const node of nodes) {
    if (node.id === parentId) return [...(node.children ?? [])];
    const found = siblingsOf(node.children ?? [], parentId);
    if (found.length > 0) return found;
  }
  return [];
}

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
