import { describe, expect, it } from "vitest";
import { newPlaces } from "./reorder";

const rows = (...paixu: number[]) => paixu.map((one, index) => ({ id: index + 1, paixu: one }));
const told = (places: ReturnType<typeof newPlaces>) =>
  Object.fromEntries(places.map(({ row, paixu }) => [row.id, paixu]));

describe("a new order", () => {
  it("deals the old numbers out again and touches only what moved", () => {
    const [a, b, c, d] = rows(10, 20, 30, 40);
    if (!a || !b || !c || !d) throw new Error("four rows");
    expect(told(newPlaces([a, b, c, d], c, a))).toEqual({ 3: 10, 1: 20, 2: 30 });
    expect(told(newPlaces([a, b, c, d], a, null))).toEqual({ 2: 10, 3: 20, 4: 30, 1: 40 });
  });

  it("numbers rows afresh where several had the same number", () => {
    const [a, b, c] = rows(0, 0, 0);
    if (!a || !b || !c) throw new Error("three rows");
    expect(told(newPlaces([a, b, c], c, b))).toEqual({ 3: 10, 2: 20 });
  });
});
