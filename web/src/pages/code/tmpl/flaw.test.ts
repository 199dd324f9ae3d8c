import { expect, it } from "vitest";
import { lineRange, readFlaw } from "./flaw";

it("reads where a template is wrong", () => {
  expect(readFlaw("第12行：语法错误，这里不应是名称")).toEqual({
    line: 12,
    why: "语法错误，这里不应是名称",
  });
  expect(readFlaw("请输入模板内容")).toBeUndefined();
});

it("finds a line in its text", () => {
  const text = "一二\n\n三";
  expect(lineRange(text, 1)).toEqual([0, 2]);
  expect(lineRange(text, 2)).toEqual([3, 3]);
  expect(lineRange(text, 3)).toEqual([4, 5]);
  expect(lineRange(text, 9)).toEqual([5, 5]);
});
