import { describe, expect, it } from "vitest";
import {
  addFen,
  annualRate,
  fenToCapital,
  fenToInput,
  fenToYuan,
  lessFen,
  percentToPpm,
  ppmToPercent,
  yuanToFen,
  yuanToFenHalfUp,
} from "./money";

describe("fen as yuan", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [188650, "1,886.50"],
    [-100, "-1.00"],
    [123456789012345, "1,234,567,890,123.45"],
    ["18446744073709551614", "184,467,440,737,095,516.14"],
    ["-18446744073709551614", "-184,467,440,737,095,516.14"],
  ])("%s → %s", (fen, text) => expect(fenToYuan(fen)).toBe(text));

  it("shows nothing for no amount, and no separators in an input", () => {
    expect(fenToYuan(null)).toBe("");
    expect(fenToYuan(1.5)).toBe("");
    expect(fenToInput(188650)).toBe("1886.50");
  });
});

it("adds and takes away sums that no number holds", () => {
  expect(addFen("9223372036854775807", "9223372036854775807", 7, -7)).toBe("18446744073709551614");
  expect(lessFen("18446744073709551614", 14)).toBe("18446744073709551600");
  expect(addFen()).toBe("0");
});

describe("yuan as fen", () => {
  it.each([
    ["1886.5", 188650],
    ["1,886.50", 188650],
    ["0.01", 1],
    ["1.10", 110],
    ["1.1000", 110],
    ["70368744177.35", 7036874417735],
    ["-3", -300],
    ["-0", 0],
    ["5.", 500],
  ])("%s → %i", (text, fen) => expect(yuanToFen(text)).toBe(fen));

  it.each(["", "abc", "1.005", "1.2.3", "1e3", "--1", ".5", "99999999999999"])(
    "refuses %j",
    (text) => expect(yuanToFen(text)).toBeNull(),
  );

  it("is the inverse of the input text for every fen of a yuan and its neighbours", () => {
    for (let fen = -1001; fen <= 1001; fen += 1) expect(yuanToFen(fenToInput(fen))).toBe(fen);
  });
});

describe("the discount rounds half up on the text", () => {
  it.each([
    ["12.345", 1235],
    ["12.344999", 1234],
    ["1.005", 101],
    ["0.285", 29],
    ["9.995", 1000],
  ])("%s → %i", (text, fen) => expect(yuanToFenHalfUp(text)).toBe(fen));
});

describe("rates", () => {
  it.each([
    [240000, "24"],
    [15500, "1.55"],
    [500, "0.05"],
    [1, "0.0001"],
    [0, "0"],
    [1000000, "100"],
  ])("%i ppm = %s%", (ppm, text) => {
    expect(ppmToPercent(ppm)).toBe(text);
    expect(percentToPpm(text)).toBe(ppm);
  });

  it("refuses what is finer than one part per million", () =>
    expect(percentToPpm("0.00001")).toBeNull());
});

describe("capital amounts", () => {
  it.each([
    [0, "零元整"],
    [1, "壹分"],
    [105, "壹元零伍分"],
    [120, "壹元贰角"],
    [10050000, "壹拾万零伍佰元整"],
    [1000000, "壹万元整"],
    [100100100, "壹佰万壹仟零壹元整"],
    [10000000100, "壹亿零壹元整"],
    [-500, "负伍元整"],
  ])("%i → %s", (fen, text) => expect(fenToCapital(fen)).toBe(text));
});

describe("an annual rate", () => {
  it.each([
    [128000, "12.80%"],
    [0, "0.00%"],
    [240049, "24.00%"],
    [240050, "24.01%"],
    [999, "0.10%"],
    [null, ""],
  ])("%s → %s", (ppm, text) => expect(annualRate(ppm)).toBe(text));
});
