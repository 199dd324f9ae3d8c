import { describe, expect, it } from "vitest";
import type { TableColumn } from "@/crud/column";
import {
  mergeSettings,
  moveSetting,
  parseSettings,
  settingsKey,
  withIdle,
  withoutIdle,
} from "./columnSettings";

const columns: TableColumn[] = [
  { prop: "name", label: "名称" },
  { prop: "state", label: "状态" },
  { prop: "beizhu", label: "备注", isShow: false },
];

describe("column settings", () => {
  it("live under the table's name plus -TABLE", () => {
    expect(settingsKey("sys/user")).toBe("sys/user-TABLE");
  });

  it("start as the columns are defined", () => {
    expect(mergeSettings(columns, [])).toEqual([
      { prop: "name", isShow: true },
      { prop: "state", isShow: true },
      { prop: "beizhu", isShow: false },
    ]);
  });

  it("keep the saved order, drop unknown columns and append new ones", () => {
    const saved = [
      { prop: "state", isShow: true, width: 200, pin: "left" as const },
      { prop: "gone", isShow: true },
      { prop: "name", isShow: false },
    ];
    expect(mergeSettings(columns, saved)).toEqual([
      { prop: "state", isShow: true, width: 200, pin: "left" },
      { prop: "name", isShow: false },
      { prop: "beizhu", isShow: false },
    ]);
  });

  it("read what is sound in a saved value and nothing else", () => {
    expect(parseSettings("not json")).toEqual([]);
    expect(parseSettings('{"prop":"name"}')).toEqual([]);
    expect(parseSettings('[{"prop":"name","width":"9","pin":"up"},{"isShow":true},7]')).toEqual([
      { prop: "name", isShow: true },
    ]);
  });

  it("move one column and keep the others in order", () => {
    const settings = mergeSettings(columns, []);
    expect(moveSetting(settings, 2, 0).map(({ prop }) => prop)).toEqual([
      "beizhu",
      "name",
      "state",
    ]);
  });

  it("hide what says nothing in a view, and leave that out of what is kept", () => {
    const all = mergeSettings(columns, []);
    const idle = ["state"];
    const seen = withIdle(all, idle);
    expect(seen.filter(({ isShow }) => isShow).map(({ prop }) => prop)).toEqual(["name"]);
    // Something else was changed meanwhile: elsewhere the column is still there.
    const narrow = seen.map((one) => (one.prop === "name" ? { ...one, width: 99 } : one));
    expect(withoutIdle(narrow, all, idle)).toEqual([
      { prop: "name", isShow: true, width: 99 },
      { prop: "state", isShow: true },
      { prop: "beizhu", isShow: false },
    ]);
  });

  it("show what says nothing to whoever chose it, until they hide it again", () => {
    const all = mergeSettings(columns, []);
    const idle = ["state"];
    const wanted = withIdle(all, idle).map((one) => ({
      ...one,
      isShow: one.isShow || one.prop === "state",
    }));
    const kept = parseSettings(JSON.stringify(withoutIdle(wanted, all, idle)));
    expect(withIdle(kept, idle)[1]).toEqual({ prop: "state", isShow: true, isChosen: true });
    const again = withIdle(kept, idle).map((one) => ({ ...one, isShow: one.prop === "name" }));
    expect(withoutIdle(again, kept, idle)[1]).toEqual({ prop: "state", isShow: true });
  });
});
