import { beforeEach, expect, it } from "vitest";
import { forgetMenu, routeOf, routesOf, setMenu, useMenu, type MenuItem } from "./menu";

const page = (id: number, change: Partial<MenuItem>): MenuItem => ({
  id,
  name: `页${id}`,
  type: "ZICAIDAN",
  routerUrl: `/p${id}`,
  component: "sys/user",
  ...change,
});

beforeEach(forgetMenu);

it("makes a page of each sub-menu item, at any depth", () => {
  const tree: MenuItem[] = [
    {
      id: 1,
      name: "系统",
      type: "MULU",
      children: [page(2, {}), { id: 3, name: "更多", type: "MULU", children: [page(4, {})] }],
    },
  ];
  expect(routesOf(tree).map(({ path, trail }) => [path, trail.join("/")])).toEqual([
    ["/p2", "系统"],
    ["/p4", "系统/更多"],
  ]);
});

it("reads pinning, caching and parameters", () => {
  const [route] = routesOf([
    page(1, { isGuding: true, isHuancun: false, canshu: '{"state":"DAIHUANKUAN"}' }),
  ]);
  expect(route).toMatchObject({ isPinned: true, isCached: false, search: "state=DAIHUANKUAN" });
});

it("is not pinned and is cached by default, and bad parameters are none", () => {
  expect(routesOf([page(1, { canshu: "{" })])[0]).toMatchObject({
    isPinned: false,
    isCached: true,
    search: "",
  });
});

it("leaves external links to the browser", () => {
  expect(routesOf([page(1, { isWailian: true, routerUrl: "https://example.com" })])).toEqual([]);
});

it("remembers that an empty menu was loaded", () => {
  expect(useMenu.getState().isLoaded).toBe(false);
  setMenu([]);
  expect(useMenu.getState().isLoaded).toBe(true);
  expect(routeOf("/index")?.isPinned).toBe(true);
});

it("keeps the fixed pages when a menu item claims their path", () => {
  setMenu([page(1, { routerUrl: "/index", component: "other" })]);
  expect(routeOf("/index")?.component).toBe("index");
});
