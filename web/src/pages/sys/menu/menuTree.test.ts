import { expect, it } from "vitest";
import { parentChoices, type MenuNode } from "./menuTree";

const node = (id: number, name: string, children: MenuNode[] = []) =>
  ({ id, name, type: children.length > 0 ? "MULU" : "ZICAIDAN", children }) as MenuNode;

it("never offers a node itself or what is under it as its parent", () => {
  const tree = [node(1, "系统", [node(2, "用户"), node(3, "角色")]), node(4, "内容")];
  expect(parentChoices(tree, 1).map(({ value }) => value)).toEqual([4]);
});
