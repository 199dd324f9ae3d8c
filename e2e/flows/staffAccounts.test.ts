import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, submitLogin, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("a new colleague's password is shown once, works once, and can be reset", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/user");
  await pane(page).getByRole("button", { name: "新增" }).click();
  await dialog(page).getByLabel("账号").fill("xiaowang");
  await dialog(page).getByLabel("昵称").fill("小王");
  await dialog(page).getByRole("combobox", { name: "角色" }).click();
  await page.locator(".ant-select-item-option").first().click();
  await page.keyboard.press("Escape");
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  const told = page.getByRole("dialog", { name: "小王 的登录密码" });
  const password = await told.locator("output").innerText();
  await shoot(page, "one-time-password");
  await told.getByRole("button", { name: "我已记下" }).click();
  expect(password.length).toBeGreaterThanOrEqual(8);

  const other = await stage.open();
  await other.goto("/");
  await submitLogin(other, "xiaowang", password);
  await other.getByText("请先修改密码").waitFor();

  await rowWith(page, "xiaowang").getByRole("button", { name: "重置密码" }).click();
  await dialog(page).getByRole("button", { name: "重置密码" }).click();
  const again = await page
    .getByRole("dialog", { name: "小王 的登录密码" })
    .locator("output")
    .innerText();
  expect(again).not.toBe(password);
  await expect(Api.signedIn(stage.server.url, "xiaowang", password)).rejects.toThrow("2002");
  await Api.signedIn(stage.server.url, "xiaowang", again);
});
