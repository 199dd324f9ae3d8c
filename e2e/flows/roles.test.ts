import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

interface Role {
  id: number;
  name: string;
  dataScope: string;
  mendianList: string[];
  menuIds: number[];
}

it("a role gets its menus, its data scope and its own stores", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/role");
  await pane(page).getByRole("button", { name: "新增" }).click();
  await dialog(page).getByLabel("角色名称").fill("门店经理");
  await dialog(page).getByLabel("权限字符").fill("jingli");
  expect(await dialog(page).getByRole("combobox", { name: "自定义门店" }).count()).toBe(0);
  await dialog(page).getByRole("radio", { name: "自定义门店" }).check();
  await dialog(page).getByRole("combobox", { name: "自定义门店" }).click();
  await page.getByTitle("总店").click();
  await dialog(page)
    .getByRole("checkbox", { name: /订单管理$/ })
    .click();
  await shoot(page, "role-form");
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await rowWith(page, "门店经理").waitFor();

  const admin = await Api.signedIn(stage.server.url);
  const roles = await admin.get<Role[]>("/api/sys/role/findAllByList");
  const made = await admin.get<Role>(
    `/api/sys/role/findById/${roles.find(({ name }) => name === "门店经理")?.id}`,
  );
  expect(made).toMatchObject({ dataScope: "ZIDINGYI", mendianList: ["ZONGDIAN"] });
  // The folder, its pages and all their buttons: parent and children move together.
  expect(made.menuIds.length).toBeGreaterThan(20);
});

it("built-in roles and roles in use say why they cannot be deleted", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/role");
  const remove = rowWith(page, "超级管理员").getByRole("button", { name: "删除" });
  expect(await remove.isDisabled()).toBe(true);
  expect(await remove.getAttribute("title")).toBe("内置角色不能删除");
});
