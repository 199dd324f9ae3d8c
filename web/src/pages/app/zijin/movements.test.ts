import { describe, expect, it } from "vitest";
import { drillInto, isNarrower, readGrouping, summedSearch } from "./movements";

const march = { createTimeBegin: "2026-03-01", createTimeEnd: "2026-03-31" };

describe("the sums", () => {
  it("follow days, method, operator and type", () => {
    const search = { ...march, type: "HUANKUAN", zhifufangshi: "WEIXIN", caozuorenId: "7" };
    expect(summedSearch(search)).toEqual(search);
    expect(isNarrower(search)).toBe(false);
  });

  it("leave out what only the rows know, and that is noticed", () => {
    const search = { ...march, bianhao: "D2026", isChexiao: "true" };
    expect(summedSearch(search)).toEqual(march);
    expect(isNarrower(search)).toBe(true);
  });
});

describe("a line of a grouping", () => {
  it.each([
    ["RI", "20517", "2026-03-05", { createTimeBegin: "2026-03-05", createTimeEnd: "2026-03-05" }],
    ["FANGSHI", "XIANXIA", "线下", { ...march, zhifufangshi: "XIANXIA" }],
    ["CAOZUOREN", "7", "王财务", { ...march, caozuorenId: "7" }],
  ] as const)("%s %s leads to its own movements", (by, jian, mingcheng, search) => {
    expect(drillInto(march, by, { jian, mingcheng })).toEqual(search);
  });
});

it("takes only groupings it knows from the address", () => {
  expect(readGrouping("RI")).toBe("RI");
  expect(readGrouping("NIAN")).toBeNull();
  expect(readGrouping(null)).toBeNull();
});
