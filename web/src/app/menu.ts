import { create } from "zustand";
import { useShortcuts } from "@/lib/shortcuts";

/** A node of the person's menu tree: a folder (MULU) or a page (ZICAIDAN). */
export interface MenuItem {
  id: number;
  name: string;
  type: string;
  icon?: string | null;
  routerUrl?: string | null;
  component?: string | null;
  /** Query of the page as a JSON object or its text. */
  canshu?: unknown;
  isWailian?: boolean;
  isHuancun?: boolean;
  isGuding?: boolean;
  paixu?: number;
  children?: MenuItem[] | null;
}

/** A page that can be opened: the fixed ones and those of the menu. */
export interface PageRoute {
  path: string;
  title: string;
  icon?: string;
  /** Name in the view registry. */
  component: string;
  /** Query the page starts with, without "?". */
  search: string;
  isPinned: boolean;
  isCached: boolean;
  /** Names of the folders above it. */
  trail: string[];
}

export const fixedRoutes: PageRoute[] = [
  {
    path: "/index",
    title: "首页",
    icon: "el-icon-house",
    component: "index",
    search: "",
    isPinned: true,
    isCached: true,
    trail: [],
  },
  {
    path: "/sysProfile",
    title: "个人中心",
    icon: "el-icon-user",
    component: "sysProfile",
    search: "",
    isPinned: false,
    isCached: true,
    trail: [],
  },
];

/** True for an address outside the application, which opens in its own window. */
export function isExternal(item: MenuItem): boolean {
  return item.isWailian === true && /^https?:\/\//i.test(item.routerUrl ?? "");
}

function queryOf(canshu: MenuItem["canshu"]): string {
  let params: unknown = canshu;
  if (typeof canshu === "string" && canshu.trim() !== "") {
    try {
      params = JSON.parse(canshu);
    } catch {
      return "";
    }
  }
  if (typeof params !== "object" || params === null) return "";
  return new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Each sub-menu item becomes a page of the shell; external links and bad paths do not. */
export function routesOf(tree: readonly MenuItem[], trail: string[] = []): PageRoute[] {
  return tree.flatMap((item) => {
    const below = routesOf(item.children ?? [], [...trail, item.name]);
    const path = item.routerUrl ?? "";
    if (item.type !== "ZICAIDAN" || isExternal(item) || !path.startsWith("/")) return below;
    const page: PageRoute = {
      path,
      title: item.name,
      ...(item.icon ? { icon: item.icon } : {}),
      component: item.component ?? "",
      search: queryOf(item.canshu),
      isPinned: item.isGuding === true,
      isCached: item.isHuancun !== false,
      trail,
    };
    return [page, ...below];
  });
}

interface MenuState {
  tree: MenuItem[];
  routes: PageRoute[];
  /** The tree has been asked for; an empty one is then a fact, not a reason to ask again. */
  isLoaded: boolean;
}

export const useMenu = create<MenuState>(() => ({
  tree: [],
  routes: fixedRoutes,
  isLoaded: false,
}));

export function setMenu(tree: MenuItem[]) {
  const fixed = new Set(fixedRoutes.map((route) => route.path));
  const own = routesOf(tree).filter((route) => !fixed.has(route.path));
  useMenu.setState({ tree, routes: [...fixedRoutes, ...own], isLoaded: true });
  useShortcuts.setState({ list: own.map(shortcutOf) });
}

const shortcutOf = ({ path, search, title, icon, trail, component }: PageRoute) => ({
  to: search ? `${path}?${search}` : path,
  title,
  ...(icon ? { icon } : {}),
  folder: trail.join(" / "),
  component,
});

export function forgetMenu() {
  useShortcuts.setState({ list: [] });
  useMenu.setState({ tree: [], routes: fixedRoutes, isLoaded: false });
}

export function routeOf(path: string): PageRoute | undefined {
  return useMenu.getState().routes.find((route) => route.path === path);
}
