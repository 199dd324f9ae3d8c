import { expect, it } from "vitest";
import { findMenus } from "./findMenus";
import type { PageRoute } from "./menu";

const route = (title: string, path: string, trail: string[] = []): PageRoute => ({
  path,
  title,
  component: "",
  search: "",
  isPinned: false,
  isCached: true,
  trail,
});

const routes = [
  route("用户管理", "/sys/user", ["系统管理"]),
  route("订单管理", "/app/dingdan", ["借款"]),
];
const found = (text: string) => findMenus(routes, text).map((one) => one.title);

it.each([
  ["订单", ["订单管理"]],
  ["dd", ["订单管理"]],
  ["dingdan", ["订单管理"]],
  ["yhgl", ["用户管理"]],
  ["xt", ["用户管理"]],
  ["/sys", ["用户管理"]],
  ["没有", []],
])("%s", (text, titles) => expect(found(text)).toEqual(titles));

it("shows everything for no text", () => expect(found(" ")).toHaveLength(2));
