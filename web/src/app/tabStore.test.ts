import { beforeEach, describe, expect, it } from "vitest";
import { forgetMenu, routeOf, setMenu, type MenuItem } from "./menu";
import {
  closeTabs,
  forgetTabs,
  restoreTabs,
  setTabSearch,
  syncTabs,
  useTabs,
  visitTab,
} from "./tabStore";

const item = (path: string, isGuding = false): MenuItem => ({
  id: path.length,
  name: path.slice(1),
  type: "ZICAIDAN",
  routerUrl: path,
  component: "x",
  isGuding,
});

const addresses = () => useTabs.getState().tabs.map((tab) => `${tab.path}?${tab.search}`);

function visit(path: string, search = "") {
  const route = routeOf(path);
  if (route) visitTab(route, search);
}

beforeEach(() => {
  forgetMenu();
  forgetTabs();
  setMenu([item("/a"), item("/bb", true), item("/ccc")]);
});

describe("restore", () => {
  it("starts with the pinned pages", () => {
    restoreTabs();
    expect(addresses()).toEqual(["/index?", "/bb?"]);
  });

  it("brings back tabs with their queries, unmounted until they are shown", () => {
    restoreTabs();
    visit("/ccc", "size=20");
    forgetTabs();
    restoreTabs();
    expect(addresses()).toEqual(["/index?", "/bb?", "/ccc?size=20"]);
    expect(useTabs.getState().tabs.some((tab) => tab.isVisited)).toBe(false);
  });

  it("drops pages the person may no longer see, and nonsense", () => {
    localStorage.setItem(
      "tabs",
      JSON.stringify([{ path: "/gone", search: "" }, 5, { path: "/a", search: "x=1" }]),
    );
    restoreTabs();
    expect(addresses()).toEqual(["/index?", "/bb?", "/a?x=1"]);
  });

  it("survives a broken store", () => {
    localStorage.setItem("tabs", "{");
    restoreTabs();
    expect(addresses()).toEqual(["/index?", "/bb?"]);
  });
});

it("a changed menu closes what is gone and takes new names", () => {
  restoreTabs();
  visit("/a");
  visit("/ccc");
  setMenu([{ ...item("/ccc"), name: "新名" }]);
  syncTabs();
  expect(useTabs.getState().tabs.map((tab) => tab.title)).toEqual(["首页", "新名"]);
});

it("closing leaves the pinned ones and keeps a hidden tab's query", () => {
  restoreTabs();
  visit("/a");
  visit("/ccc");
  setTabSearch("/a", "page=2");
  expect(addresses()).toContain("/a?page=2");
  closeTabs("all", "/a");
  expect(addresses()).toEqual(["/index?", "/bb?"]);
});
