import { expect, it } from "vitest";
import { namesOf } from "./labelProp";
import { column, fruit } from "./testSupport";

const rows = ["苹果", "香蕉", "葡萄", "橙子"].map((name, index) => ({ id: index, name }));

it("names what a question is about, the first few of many", () => {
  expect(namesOf(fruit, rows.slice(0, 1))).toBe("苹果");
  expect(namesOf(fruit, rows)).toBe("苹果、香蕉、葡萄 等 4 项");
});

it("says nothing where rows have no names", () => {
  expect(namesOf({ ...fruit, columns: [column("jine", "金额")] }, rows)).toBe("");
  expect(namesOf(fruit, [{ id: 1, name: null }])).toBe("");
});
