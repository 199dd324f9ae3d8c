import { expect, it } from "vitest";
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
