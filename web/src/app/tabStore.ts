import { create } from "zustand";
import { getPref, setPref } from "@/lib/prefs";
import { routeOf, useMenu, type PageRoute } from "./menu";
import { close, move, refresh, visit, type CloseKind, type Tab } from "./tabs";

const key = "tabs";

/** What is kept of a tab between visits; title and icon come from the menu again. */
interface KeptTab {
  path: string;
  search: string;
}

interface TabState {
  tabs: Tab[];
}

export const useTabs = create<TabState>(() => ({ tabs: [] }));

const tabOf = (route: PageRoute, search = route.search): Tab => ({
  path: route.path,
  search,
  title: route.title,
  ...(route.icon ? { icon: route.icon } : {}),
  isPinned: route.isPinned,
  isCached: route.isCached,
  isVisited: false,
  epoch: 0,
});

function set(tabs: Tab[]) {
  useTabs.setState({ tabs });
  const kept: KeptTab[] = tabs.map(({ path, search }) => ({ path, search }));
  const text = JSON.stringify(kept);
  if (localStorage.getItem(key) === text) return;
  localStorage.setItem(key, text);
  setPref(key, kept);
}

function isKept(value: unknown): value is KeptTab {
  const tab = value as Partial<KeptTab> | null;
  return typeof tab?.path === "string" && typeof tab.search === "string";
}

function storedTabs(): KeptTab[] {
  try {
    const local: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    const source = Array.isArray(local) ? local : getPref<unknown>(key);
    return Array.isArray(source) ? source.filter(isKept) : [];
  } catch {
    return [];
  }
}

const keepFirst = (tabs: Tab[], tab: Tab): Tab[] =>
  tabs.some((known) => known.path === tab.path) ? tabs : visit(tabs, tab);

/**
 * Tabs of the last visit (this browser's, else the server's copy) and the pinned pages. Those that
 * waited in memory for their person stay mounted as they are.
 */
export function restoreTabs() {
  const pinned = useMenu.getState().routes.filter((route) => route.isPinned);
  const waiting = useTabs.getState().tabs.filter(({ path }) => routeOf(path));
  const before = storedTabs().flatMap(({ path, search }) => {
    const route = routeOf(path);
    return route ? [waiting.find((tab) => tab.path === path) ?? tabOf(route, search)] : [];
  });
  const all = [...before, ...waiting, ...pinned.map((route) => tabOf(route))];
  set(all.reduce<Tab[]>(keepFirst, []));
}

/** The menu changed: tabs of pages that are gone close, names and icons follow. */
export function syncTabs() {
  const current = useTabs.getState().tabs.flatMap((tab) => {
    const route = routeOf(tab.path);
    if (!route) return [];
    const { isVisited, epoch } = tab;
    return [{ ...tabOf(route, tab.search), isVisited, epoch }];
  });
  const pinned = useMenu.getState().routes.filter((route) => route.isPinned);
  set([...current, ...pinned.map((route) => tabOf(route))].reduce<Tab[]>(keepFirst, []));
}

export function visitTab(route: PageRoute, search: string) {
  set(visit(useTabs.getState().tabs, { ...tabOf(route, search), isVisited: true }));
}

/** Closes and answers what remains. */
export function closeTabs(kind: CloseKind, path: string): Tab[] {
  set(close(useTabs.getState().tabs, kind, path));
  return useTabs.getState().tabs;
}

export function moveTab(from: string, to: string) {
  set(move(useTabs.getState().tabs, from, to));
}

export function refreshTab(path: string) {
  set(refresh(useTabs.getState().tabs, path));
}

export function retitleTab(path: string, title: string) {
  set(useTabs.getState().tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)));
}

/** The tab's query changed while another tab is shown. */
export function setTabSearch(path: string, search: string) {
  set(useTabs.getState().tabs.map((tab) => (tab.path === path ? { ...tab, search } : tab)));
}

/** Only these stay in memory; nothing is written. */
export function leaveTabs(paths: ReadonlySet<string>) {
  useTabs.setState(({ tabs }) => ({ tabs: tabs.filter(({ path }) => paths.has(path)) }));
}

export function forgetTabs() {
  useTabs.setState({ tabs: [] });
}
