import { expect, it } from "vitest";
import { matchAt } from "./matches";

it("finds a name by text, pinyin and initials", () => {
  expect(matchAt("订单列表", "列表")).toBe(2);
  expect(matchAt("订单列表", "dingdan")).toBe(0);
  expect(matchAt("订单列表", "ddlb")).toBe(0);
  expect(matchAt("订单列表", "kehu")).toBeNull();
});

it("answers at once, whatever was pasted", () => {
  for (const text of ["shen ".repeat(4_000), "a".repeat(20_000), "jie kuan ren yi jing huan qing"])
    expect(matchAt("审核员审核的审批单", text)).toBeNull();
});
