import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import { expectHash, jump, pane, signIn, submitLogin, tab, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addCustomer } from "../support/loans";
import { adminName, adminPassword } from "../support/server";

const stage = useStage({
  prepare: async (admin) => {
    await addCustomer(admin, "赵一鸣", "13800000001");
    await addCustomer(admin, "钱一鸣", "13800000002");
  },
});

/** The server ends this page's session; the page does not know yet. */
async function endSession(page: Page) {
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  await Api.withToken(stage.server.url, token).post("/api/sys/login/logout", {});
}

const stored = (page: Page) => page.evaluate(() => localStorage.length + sessionStorage.length);

/** Types into the form of a customer, then saves after the session has ended. */
async function loseSession(page: Page, customer: string, typed: string) {
  await signIn(page);
  await jump(page, "客户列表");
  await rowWith(page, customer).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "修改" }).click();
  await dialog(page).getByLabel("昵称", { exact: true }).fill(typed);
  await endSession(page);
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await expectHash(page, /^\/login\?redirect=%2Fuser/);
  await page.getByLabel("账号", { exact: true }).waitFor();
}

it("a form that was being saved comes back to the same person as it was typed", async () => {
  const page = await stage.open();
  await loseSession(page, "赵一鸣", "赵二鸣");
  expect(await stored(page)).toBe(0);
  expect(await page.locator("body").innerText()).not.toMatch(/赵.鸣|客户列表|13800/);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByText("没有保存的内容还留着").waitFor();

  await submitLogin(page, adminName, adminPassword);
  await expectHash(page, /^\/user/);
  const name = dialog(page).getByLabel("昵称", { exact: true });
  expect(await name.inputValue()).toBe("赵二鸣");
  await page.getByRole("link", { name: "客户列表 未保存" }).waitFor();
  await dialog(page).getByRole("button", { name: "保存" }).click();
  await rowWith(page, "赵二鸣").waitFor();
  await tab(page, "客户列表").waitFor();
});

it("another person's sign-in drops it", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const other = await makeUser(admin, "tongshi", ["客户列表"]);
  const page = await stage.open();
  await loseSession(page, "钱一鸣", "钱二鸣");
  await submitLogin(page, other.loginName, other.password);
  await page.getByRole("navigation", { name: "打开的页签" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.content()).not.toContain("钱二鸣");

  // Nor does it come back to its owner later.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await submitLogin(page, adminName, adminPassword);
  await page.getByRole("navigation", { name: "打开的页签" }).waitFor();
  await jump(page, "客户列表");
  await pane(page).getByRole("table").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});
