import { expect, it } from "vitest";
import { quickRanges, readDay } from "./ranges";

it("knows the bookkeeper's ranges", () => {
  expect(quickRanges("2026-03-31")).toEqual([
    { label: "今日", begin: "2026-03-31", end: "2026-03-31" },
    { label: "本月", begin: "2026-03-01", end: "2026-03-31" },
    { label: "上月", begin: "2026-02-01", end: "2026-02-28" },
    { label: "本年", begin: "2026-01-01", end: "2026-03-31" },
  ]);
});

it("finds last month across the year's end", () => {
  expect(quickRanges("2026-01-05")[2]).toMatchObject({ begin: "2025-12-01", end: "2025-12-31" });
});

it("takes only real days from the address", () => {
  expect(readDay("2026-02-28")).toBe("2026-02-28");
  expect(readDay("2026-02-30")).toBeNull();
  expect(readDay("2026-2-3")).toBeNull();
  expect(readDay(null)).toBeNull();
});
