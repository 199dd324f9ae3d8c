import { expect, it } from "vitest";
import { resources } from "@/api/resources.gen";
import type { Row } from "@/crud/column";
import { listColumns } from "@/crud/fromMeta";
import { childrenOf, nodesOf, parse, sourceFiles, type Node } from "./source";

/** Where the number is the order's own, opens its dialog, or is no order's. */
const OWN = new Set([
  "loan/order/OrderLink.tsx",
  "loan/order/OrderFacts.tsx",
  "pages/app/dingdan/orderColumns.tsx",
  "pages/app/zijin/CheckPage.tsx",
  "pages/app/jifen/ShipDialog.tsx",
]);
/** Orders of loans and of goods: the number is the row's own. */
const NUMBERED = new Set(["app/dingdan", "app/jifen/shangpin/dingdan"]);

it("every list that names an order leads to it", () => {
  const lists = Object.values(resources).filter(({ path, columns }) => {
    const namesOrder = columns.some(({ prop, isList }) => prop === "bianhao" && isList);
    return namesOrder && !NUMBERED.has(path);
  });
  expect(lists.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["app/dingdan/xingqing", "app/log"]),
  );
  for (const meta of lists) {
    const column = listColumns<Row>(meta).find(({ prop }) => prop === "bianhao");
    expect(column, meta.path).toMatchObject({ names: { ref: "app/dingdan", id: "dingdanId" } });
  }
});

const nameOf = ({ type, name, property }: Node): unknown =>
  type === "MemberExpression" ? (property as Node).name : name;

/** Numbers of orders that stand in the page as plain text. */
function plainNumbers(root: Node): number {
  let found = 0;
  for (const node of nodesOf(root)) {
    const isDrawn =
      node.type === "JSXElement" &&
      childrenOf(node).some(
        (child) =>
          child.type === "JSXExpressionContainer" && nameOf(child.expression as Node) === "bianhao",
      );
    const isCell =
      node.type === "ArrowFunctionExpression" && nameOf(node.body as Node) === "bianhao";
    if (isDrawn || isCell) found += 1;
  }
  return found;
}

it("no number of an order stands in the page as plain text", () => {
  const files = sourceFiles().filter(({ path }) => path.endsWith(".tsx") && !OWN.has(path));
  const found = files.filter((file) => plainNumbers(parse(file)) > 0).map(({ path }) => path);
  expect(found).toEqual([]);
});

it("finds a number that leads nowhere", () => {
  for (const text of ["const a = <b>{order.bianhao}</b>;", "const a = ({ bianhao }) => bianhao;"])
    expect(plainNumbers(parse({ path: "a.tsx", text }))).toBe(1);
});
