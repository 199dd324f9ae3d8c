import { expect, it } from "vitest";
import { sideOf } from "./balance";

it.each([
  [100, "借", 100],
  [-250, "贷", 250],
  [0, "平", 0],
  ["18446744073709551614", "借", "18446744073709551614"],
  ["-18446744073709551614", "贷", "18446744073709551614"],
] as const)("%s is %s %s", (fen, side, amount) => {
  expect(sideOf(fen)).toEqual({ side, amount });
});
