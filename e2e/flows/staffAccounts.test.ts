import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, signIn, submitLogin, useStage } from "../support/browser";
import { addColleague } from "../support/colleague";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("a new colleague's password is shown once, works once, and can be reset", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/user");
  const { told, password } = await addColleague(page, "xiaowang", "小王");
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
