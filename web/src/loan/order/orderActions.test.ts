import { describe, expect, it } from "vitest";
import { billActions } from "@/loan/bill/billActions";
import { actionsOf, orderRules, permissionOf } from "./orderActions";
import type { OrderState } from "./orderActions";

const every = new Set(orderRules.map(({ action }) => permissionOf(action)));

const order = (state: OrderState, more: { isYuqi?: boolean; isTiqian?: boolean } = {}) => ({
  state,
  isYuqi: false,
  isTiqian: false,
  ...more,
});

describe("the actions of a row", () => {
  it.each<[OrderState, object, string[]]>([
    ["DAISHENHE", {}, ["shenhe", "quxiao"]],
    ["YIJUJUE", {}, []],
    ["DAIFANGKUAN", {}, ["fangkuan", "quxiao"]],
    ["FANGKUANSHIBAI", {}, ["chongqian", "quxiao"]],
    ["DAIHUANKUAN", {}, ["querenhuankuan", "daozhang"]],
    ["DAIHUANKUAN", { isTiqian: true }, ["querenhuankuan", "daozhang", "tiqian"]],
    ["DAIHUANKUAN", { isYuqi: true }, ["querenhuankuan", "daozhang", "hexiao"]],
    ["YIJIEQING", { isTiqian: true }, []],
    ["YIQUXIAO", {}, []],
    ["YIHEXIAO", { isYuqi: true }, ["shouhui"]],
  ])("%s %o offers %j", (state, more, offered) => {
    expect(actionsOf(order(state, more), every)).toEqual(offered);
  });

  it("offers nothing that is not permitted", () => {
    const reviewer = new Set(["app:dingdan:shenhe", "app:dingdan:list"]);
    expect(actionsOf(order("DAISHENHE"), reviewer)).toEqual(["shenhe"]);
    expect(actionsOf(order("DAIFANGKUAN"), reviewer)).toEqual([]);
  });
});

describe("the actions of a bill", () => {
  const all = new Set(
    ["querenhuankuan", "daozhang", "yanqi", "tiqian", "youhui", "chexiao", "hexiao", "shouhui"].map(
      permissionOf,
    ),
  );
  const event = {
    shijianId: 7,
    type: "HUANKUAN",
    miaoshu: "第1期还款",
    jine: 34338,
    riqi: "2026-03-06",
  };
  const item = { isHuankuan: true, isYanqi: true, isYuqi: false };
  const bill = { state: "DAIHUANKUAN", isYulan: false, isTiqian: true, huankuanJihuaList: [item] };
  const owed = { isYuqi: false, kechexiao: null };

  it("follows the flags of the items", () => {
    expect([...billActions(owed, bill, all)]).toEqual([
      "querenhuankuan",
      "daozhang",
      "yanqi",
      "tiqian",
      "youhui",
    ]);
    const done = { ...bill, huankuanJihuaList: [{ ...item, isHuankuan: false, isYanqi: false }] };
    expect(billActions(owed, done, all).has("querenhuankuan")).toBe(false);
    expect(billActions(owed, done, all).has("yanqi")).toBe(false);
  });

  it("extends nothing that is overdue, and writes off only what is", () => {
    const late = { ...bill, huankuanJihuaList: [{ ...item, isYuqi: true }] };
    const offered = billActions({ ...owed, isYuqi: true }, late, all);
    expect(offered.has("yanqi")).toBe(false);
    expect(offered.has("hexiao")).toBe(true);
    expect(billActions(owed, bill, all).has("hexiao")).toBe(false);
  });

  it("shows the prepay link only in DAIHUANKUAN with isTiqian", () => {
    expect(billActions(owed, { ...bill, isTiqian: false }, all).has("tiqian")).toBe(false);
    expect(billActions(owed, { ...bill, state: "YIJIEQING" }, all).has("tiqian")).toBe(false);
  });

  it("undoes only where there is something to undo, in any state", () => {
    const settled = { ...bill, state: "YIJIEQING", huankuanJihuaList: [] };
    expect([...billActions({ ...owed, kechexiao: event }, settled, all)]).toEqual(["chexiao"]);
    expect([...billActions(owed, settled, all)]).toEqual([]);
  });

  it("recovers after a write-off alone, and asks for each permission", () => {
    const lost = { ...bill, state: "YIHEXIAO", huankuanJihuaList: [] };
    expect([...billActions(owed, lost, all)]).toEqual(["shouhui"]);
    expect(billActions(owed, bill, new Set(["app:dingdan:query"])).size).toBe(0);
  });
});
