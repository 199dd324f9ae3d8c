import { describe, expect, it } from "vitest";
import {
  afterClose,
  canClose,
  close,
  move,
  refresh,
  visit,
  type CloseKind,
  type Tab,
} from "./tabs";

const tab = (path: string, isPinned = false): Tab => ({
  path,
  search: "",
  title: path,
  isPinned,
  isCached: true,
  isVisited: true,
  epoch: 0,
});

const open = [tab("/index", true), tab("/a"), tab("/b"), tab("/c")];
const paths = (tabs: readonly Tab[]) => tabs.map((one) => one.path).join(" ");

describe("visit", () => {
  it("adds a page once, at the end", () => {
    const tabs = visit(visit(open, tab("/d")), tab("/d"));
    expect(paths(tabs)).toBe("/index /a /b /c /d");
  });

  it("takes the new query of a known page", () => {
    const tabs = visit(open, { ...tab("/a"), search: "size=20" });
    expect(tabs.find((one) => one.path === "/a")?.search).toBe("size=20");
  });

  it("puts a pinned page before the free ones", () => {
    expect(paths(visit(open, tab("/p", true)))).toBe("/index /p /a /b /c");
  });
});

describe("the menu's entries, from /b", () => {
  it.each<[CloseKind, string]>([
    ["current", "/index /a /c"],
    ["others", "/index /b"],
    ["left", "/index /b /c"],
    ["right", "/index /a /b"],
    ["all", "/index"],
  ])("%s leaves %s", (kind, left) => expect(paths(close(open, kind, "/b"))).toBe(left));

  it("never closes a pinned tab", () => {
    expect(paths(close(open, "current", "/index"))).toBe("/index /a /b /c");
    expect(canClose(open, "current", "/index")).toBe(false);
  });

  it("knows when an entry would do nothing", () => {
    expect(canClose(open, "left", "/a")).toBe(false);
    expect(canClose(open, "right", "/c")).toBe(false);
    expect(canClose(open, "right", "/b")).toBe(true);
  });
});

describe("after a close", () => {
  it("goes to the last remaining tab, with its query, when the shown one is gone", () => {
    const remaining = [tab("/index", true), { ...tab("/c"), search: "x=1" }];
    expect(afterClose(remaining, "/b")).toBe("/c?x=1");
  });

  it("stays when a background tab was closed", () => expect(afterClose(open, "/a")).toBeNull());

  it("goes to / when none is left", () => expect(afterClose([], "/a")).toBe("/"));
});

describe("order and refresh", () => {
  it("moves a tab forwards and backwards", () => {
    expect(paths(move(open, "/a", "/c"))).toBe("/index /b /c /a");
    expect(paths(move(open, "/c", "/a"))).toBe("/index /c /a /b");
  });

  it("keeps pinned tabs in front", () => {
    expect(paths(move(open, "/a", "/index"))).toBe("/index /a /b /c");
    expect(paths(move(open, "/index", "/c"))).toBe("/index /a /b /c");
  });

  it("mounts only the refreshed page anew", () => {
    expect(refresh(open, "/b").map((one) => one.epoch)).toEqual([0, 0, 1, 0]);
  });
});
