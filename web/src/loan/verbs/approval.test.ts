import { expect, it } from "vitest";
import { approvalComplaint, offerOf } from "./approval";

const offer = offerOf({ zuixiaoJine: 100_000, jineBuchang: 50_000 });

it.each([
  [300_000, undefined],
  [250_000, undefined],
  [100_000, undefined],
  [300_001, "请输入不高于 3,000.00 元的金额"],
  [0, "请输入不高于 3,000.00 元的金额"],
  [50_000, "批复金额须不低于 1,000.00 元，且为 1,000.00 元加 500.00 元的整数倍"],
  [120_000, "批复金额须不低于 1,000.00 元，且为 1,000.00 元加 500.00 元的整数倍"],
])("%i of 3 000 yuan: %s", (fen, complaint) => {
  expect(approvalComplaint(fen, 300_000, offer)).toBe(complaint);
});

it("approves what was asked whatever the product says", () => {
  expect(approvalComplaint(120_000, 120_000, offer)).toBeUndefined();
  expect(approvalComplaint(1, 120_000, offerOf(undefined))).toBeUndefined();
});
