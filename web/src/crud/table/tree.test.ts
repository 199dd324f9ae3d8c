import { describe, expect, it } from "vitest";
import { openRows, searchTree, siblingsOf, type Node } from "./tree";

const node = (id: number, name: string, children: Node[] = []): Node => ({
  id,
  parentId: 0,
  name,
  children,
});

const tree = [node(1, "系统", [node(2, "用户"), node(3, "角色")]), node(4, "内容")];

describe("a tree of rows", () => {
  it("is drawn as far as it is open", () => {
    expect(openRows(tree, new Set()).map(({ id }) => id)).toEqual([1, 4]);
    const open = openRows(tree, new Set([1]));
    expect(open.map(({ id, depth }) => [id, depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 0],
    ]);
  });

  it("keeps the way down to what a search finds", () => {
    expect(searchTree(tree, "角色", ["name"])).toEqual([
      { ...tree[0], children: [node(3, "角色")] },
    ]);
    expect(searchTree(tree, "无", ["name"])).toEqual([]);
  });

  it("knows the siblings of a place", () => {
    expect(siblingsOf(tree, 1).map(({ id }) => id)).toEqual([2, 3]);
    expect(siblingsOf(tree, 0).map(({ id }) => id)).toEqual([1, 4]);
  });
});
