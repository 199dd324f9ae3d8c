import type { Page } from "playwright-core";
import { pane } from "./browser";
import { dialog } from "./gonggao";

/** Adds a colleague on 用户管理; the dialog that tells the password stays open. */
export async function addColleague(page: Page, loginName: string, nickName: string) {
  await pane(page).getByRole("button", { name: "新增", exact: true }).click();
  await dialog(page).getByLabel("账号").fill(loginName);
  await dialog(page).getByLabel("昵称").fill(nickName);
  await dialog(page).getByRole("combobox", { name: "角色" }).click();
  await page.locator(".ant-select-item-option").first().click();
  await page.keyboard.press("Escape");
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  const told = page.getByRole("dialog", { name: `${nickName} 的登录密码` });
  return { told, password: await told.locator("output").innerText() };
}
