import { expect, it } from "vitest";
import { sideOf } from "./balance";

it.each([
  [100, "借", 100],
  [-250, "贷", 250],
  [0, "平", 0],
] as const)("%i is %s %i", (fen, side, amount) => {
  expect(sideOf(fen)).toEqual({ side, amount });
});
