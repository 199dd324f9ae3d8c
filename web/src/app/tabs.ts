/** The rules of the tab bar, as functions over plain lists. */
export interface Tab {
  path: string;
  /** The tab's own query, without "?". */
  search: string;
  title: string;
  icon?: string;
  isPinned: boolean;
  /** Stays mounted while another tab is shown. */
  isCached: boolean;
  /** Shown at least once since the application was loaded; only then is it mounted. */
  isVisited: boolean;
  /** Changes when the page is to be mounted anew. */
  epoch: number;
}

export type CloseKind = "current" | "others" | "left" | "right" | "all";

const pinnedFirst = (tabs: readonly Tab[]): Tab[] => [
  ...tabs.filter((tab) => tab.isPinned),
  ...tabs.filter((tab) => !tab.isPinned),
];

/** A visited page gets one tab; a second visit only takes the new query. */
export function visit(tabs: readonly Tab[], page: Tab): Tab[] {
  if (!tabs.some((tab) => tab.path === page.path)) return pinnedFirst([...tabs, page]);
  return tabs.map((tab) =>
    tab.path === page.path
      ? { ...tab, search: page.search, isVisited: tab.isVisited || page.isVisited }
      : tab,
  );
}

/** Closes seen from the tab at `path`; pinned tabs always stay. */
export function close(tabs: readonly Tab[], kind: CloseKind, path: string): Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return [...tabs];
  const goes = (index: number): boolean => {
    switch (kind) {
      case "current":
        return index === at;
      case "others":
        return index !== at;
      case "left":
        return index < at;
      case "right":
        return index > at;
      case "all":
        return true;
    }
  };
  return tabs.filter((tab, index) => tab.isPinned || !goes(index));
}

/** Whether a menu entry would close anything. */
export function canClose(tabs: readonly Tab[], kind: CloseKind, path: string): boolean {
  return close(tabs, kind, path).length < tabs.length;
}

/**
 * Where to go after a close: nowhere while the shown tab remains, else to the last
 * remaining tab, or to / when none is left.
 */
export function afterClose(remaining: readonly Tab[], activePath: string): string | null {
  if (remaining.some((tab) => tab.path === activePath)) return null;
  const last = remaining.at(-1);
  return last ? addressOf(last) : "/";
}

/** Moves a tab to the place of another; pinned and free tabs do not mix. */
export function move(tabs: readonly Tab[], from: string, to: string): Tab[] {
  const moved = tabs.find((tab) => tab.path === from);
  const target = tabs.findIndex((tab) => tab.path === to);
  if (!moved || target < 0 || from === to) return [...tabs];
  const rest = tabs.filter((tab) => tab.path !== from);
  return pinnedFirst([...rest.slice(0, target), moved, ...rest.slice(target)]);
}

export function refresh(tabs: readonly Tab[], path: string): Tab[] {
  return tabs.map((tab) => (tab.path === path ? { ...tab, epoch: tab.epoch + 1 } : tab));
}

export function addressOf(tab: Pick<Tab, "path" | "search">): string {
  return tab.search ? `${tab.path}?${tab.search}` : tab.path;
}
