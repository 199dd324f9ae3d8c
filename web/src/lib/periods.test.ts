import { expect, it } from "vitest";
import { readPeriods, writePeriods } from "./periods";

it("reads what the wire has", () => {
  expect(readPeriods("1,3,6,12")).toEqual([1, 3, 6, 12]);
  expect(readPeriods(" 6 ，3")).toEqual([3, 6]);
  expect(readPeriods("")).toEqual([]);
  expect(readPeriods(null)).toEqual([]);
});

it("orders what is typed, once each, and names what is no number of periods", () => {
  expect(writePeriods(["12", "3", "03", "360"])).toEqual({ text: "3,12,360", refused: [] });
  expect(writePeriods(["0", "361", "1.5", "半年", "-3", "6"])).toEqual({
    text: "6",
    refused: ["0", "361", "1.5", "半年", "-3"],
  });
});
