import { expect, it } from "vitest";
import { toneOf } from "./rateLines";

it.each([
  [240_000, "plain"],
  [240_001, "warned"],
  [360_000, "warned"],
  [360_001, "refused"],
])("a rate of %i is %s", (ppm, tone) => {
  expect(toneOf(ppm, 240_000, 360_000)).toBe(tone);
});

it("is plain until the lines are known", () => {
  expect(toneOf(999_999, Number.NaN, Number.NaN)).toBe("plain");
});
