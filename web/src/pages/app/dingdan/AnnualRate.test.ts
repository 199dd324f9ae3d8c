import { expect, it } from "vitest";
import { twoDecimals } from "./AnnualRate";

it.each([
  [128_000, "12.80"],
  [135_800, "13.58"],
  [127_987, "12.80"],
  [127_949, "12.79"],
  [0, "0.00"],
  [1_234_567, "123.46"],
])("%d ppm is %s per cent", (ppm, text) => {
  expect(twoDecimals(ppm)).toBe(text);
});
