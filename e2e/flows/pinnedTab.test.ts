import { expect, it } from "vitest";
import { Api, flatten, type MenuNode } from "../support/api";
import { expectHash, signIn, tab, tabNames, useStage } from "../support/browser";

const stage = useStage();

it("a menu item with 固定页签 is always there and has no close control", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const tree = await admin.get<MenuNode[]>("/api/sys/menu/findAllByTree");
  const notices = flatten(tree).find((node) => node.routerUrl === "/gonggao");
  expect(notices).toBeDefined();
  await admin.post("/api/sys/menu/edit", { id: notices?.id, isGuding: true });

  const page = await stage.open();
  await signIn(page);
  await expect.poll(() => tabNames(page)).toEqual(["首页", "公告"]);
  expect(await page.getByRole("button", { name: "关闭 公告" }).count()).toBe(0);
  await tab(page, "公告").click();
  await expectHash(page, "/gonggao");
  await tab(page, "公告").click({ button: "middle" });
  await tab(page, "首页").click({ button: "right" });
  await page.getByRole("menuitem", { name: "全部关闭" }).isDisabled();
  await expect.poll(() => tabNames(page)).toEqual(["首页", "公告"]);
});
