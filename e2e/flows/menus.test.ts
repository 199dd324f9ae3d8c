import { beforeEach, expect, it } from "vitest";
import { Api, forgetArrangement } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

beforeEach(async () => forgetArrangement(await Api.signedIn(stage.server.url)));

it("a new page is hung into the tree with an icon and a compiled component", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/menu");
  await rowWith(page, "内容管理").getByRole("button", { name: "新增下级" }).click();
  await dialog(page).getByLabel("菜单名称").fill("重要公告");
  await dialog(page).getByRole("combobox", { name: "图标" }).click();
  await page.getByLabel("搜索图标").fill("message-solid");
  await page.getByRole("option", { name: "el-icon-message-solid" }).click();
  await dialog(page).getByLabel("路由地址").fill("/zhongyao");
  await dialog(page).getByRole("combobox", { name: "组件" }).click();
  await page.getByTitle("app/gonggao", { exact: true }).click();
  await shoot(page, "menu-form");
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await page.getByText("操作成功").waitFor();
  await pane(page).getByRole("button", { name: "展开内容管理" }).click();
  await rowWith(page, "/zhongyao").waitFor();
  await page.goto("/#/zhongyao");
  await pane(page).getByRole("table", { name: "公告" }).waitFor();
});

it("rows are put in order by the keyboard, and the menu follows", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/menu");
  await pane(page).getByRole("button", { name: "展开系统管理" }).click();
  const names = async () => {
    const texts = await pane(page).locator("tbody tr .tree-name").allInnerTexts();
    return texts.filter((text) => text === "用户管理" || text === "角色管理");
  };
  await expect.poll(names).toEqual(["用户管理", "角色管理"]);
  await rowWith(page, "/sys/role").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(names).toEqual(["角色管理", "用户管理"]);
  await page.reload();
  await pane(page).getByRole("button", { name: "展开系统管理" }).click();
  await expect.poll(names).toEqual(["角色管理", "用户管理"]);
});
