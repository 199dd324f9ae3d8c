import { expect, it } from "vitest";
import { resources } from "@/api/resources.gen";
import { labelProp, namesOf } from "./labelProp";
import { column, fruit } from "./testSupport";

const rows = ["苹果", "香蕉", "葡萄", "橙子"].map((name, index) => ({ id: index, name }));

it("names what a question is about, the first few of many", () => {
  expect(namesOf(fruit, rows.slice(0, 1))).toBe("苹果");
  expect(namesOf(fruit, rows)).toBe("苹果、香蕉、葡萄 等 4 项");
});

it("says nothing where rows have no names", () => {
  expect(namesOf({ ...fruit, show: "id", columns: [column("jine", "金额")] }, rows)).toBe("");
  expect(namesOf(fruit, [{ id: 1, name: null }])).toBe("");
});

const shown = (path: string) => labelProp(resources[path]).show;

it("a row is named by what its definition says, not by who wrote it", () => {
  expect(shown("sys/log")).toBe("miaoshu");
  expect(shown("sys/user")).toBe("nickName");
  expect(shown("app/dingdan")).toBe("bianhao");
  expect(shown("app/project")).toBe("selectNameShow");
  expect(shown("app/user/shoukuan")).toBe("zhaiyao");
});
