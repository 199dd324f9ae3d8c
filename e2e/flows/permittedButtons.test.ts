import { expect, it } from "vitest";
import { Api, flatten, makeUser, type MenuNode } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { addNotices, columnTexts, rowWith } from "../support/gonggao";

const stage = useStage();

interface Button extends MenuNode {
  perms?: string;
}

/** The page with the announcements, and of its buttons only those named. */
async function grant(admin: Api, roleId: number, permissions: readonly string[]) {
  const tree = await admin.get<Button[]>("/api/sys/menu/findAllByTree");
  const folder = tree.find(({ children }) =>
    children?.some(({ routerUrl }) => routerUrl === "/gonggao"),
  );
  const page = folder?.children?.find(({ routerUrl }) => routerUrl === "/gonggao");
  const buttons = flatten(page?.children ?? []).filter(({ perms }: Button) =>
    permissions.includes(perms ?? ""),
  );
  const menuIds = [folder, page, ...buttons].flatMap((node) => (node ? [node.id] : []));
  await admin.post("/api/sys/role/edit", { id: roleId, menuIds });
}

it("shows only the buttons a role holds", async () => {
  const admin = await Api.signedIn(stage.server.url);
  await addNotices(admin, 1);
  const user = await makeUser(admin, "zhikan", ["公告"]);
  await grant(admin, user.roleId, ["app:gonggao:list", "app:gonggao:query"]);
  const page = await stage.open();
  await signIn(page, user.loginName, user.password);
  await page.goto("/#/gonggao");
  await rowWith(page, "公告01").waitFor();
  await shoot(page, "read-only");
  for (const name of ["新增", "导入", "导出", "修改", "删除"])
    expect(await pane(page).getByRole("button", { name }).count(), name).toBe(0);
  expect(await pane(page).getByRole("switch").count()).toBe(0);
  expect(await pane(page).getByRole("checkbox").count()).toBe(0);
  expect(await columnTexts(page, "置顶")).toEqual(["否"]);
});

it("offers no page whose list is not allowed", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "buneng", ["公告"]);
  await grant(admin, user.roleId, []);
  const page = await stage.open();
  await signIn(page, user.loginName, user.password);
  await page.goto("/#/gonggao");
  await page.getByRole("heading", { name: "还没有可用的菜单" }).waitFor();
  await shoot(page, "no-permission");
});
