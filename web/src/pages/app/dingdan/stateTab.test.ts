import { expect, it } from "vitest";
import { idleColumns } from "./orderColumns";
import { ALL, chosenTab, OVERDUE, withoutTab, withTab } from "./stateTab";

it("a tab replaces what another tab set and leaves the search alone", () => {
  const search = { bianhao: "D2026", state: "DAISHENHE" };
  expect(withTab(search, "DAIFANGKUAN")).toEqual({ bianhao: "D2026", state: "DAIFANGKUAN" });
  expect(withTab(search, OVERDUE)).toEqual({ bianhao: "D2026", isYuqi: "true" });
  expect(withTab({ isYuqi: "true" }, "DAISHENHE")).toEqual({ state: "DAISHENHE" });
  expect(withTab(search, ALL)).toEqual({ bianhao: "D2026" });
  expect(withoutTab(search)).toEqual({ bianhao: "D2026" });
});

it("knows the tab of a search, and when no tab stands for it", () => {
  expect(chosenTab({})).toBe(ALL);
  expect(chosenTab({ state: "YIJIEQING" })).toBe("YIJIEQING");
  expect(chosenTab({ isYuqi: "true" })).toBe(OVERDUE);
  expect(chosenTab({ state: "DAISHENHE,DAIFANGKUAN" })).toBeNull();
  expect(chosenTab({ state: "DAIHUANKUAN", isYuqi: "true" })).toBeNull();
  expect(chosenTab({ isYuqi: "false" })).toBeNull();
});

it("leaves out what an order cannot have before its payout, and nothing in 全部 and 逾期", () => {
  expect(idleColumns({ state: "DAISHENHE", phone: "1234" })).toEqual(
    expect.arrayContaining(["jinriYingshou", "yuqiJine", "benqiYinghuan", "dangqianQi"]),
  );
  expect(idleColumns({ state: "DAIFANGKUAN" })).not.toContain("jiekuanJine");
  for (const tab of [ALL, OVERDUE, "DAIHUANKUAN"])
    expect(idleColumns(withTab({}, tab))).toEqual([]);
  expect(idleColumns({ state: "DAISHENHE,DAIHUANKUAN" })).toEqual([]);
});
