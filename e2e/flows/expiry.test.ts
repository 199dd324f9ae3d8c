import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import {
  expectHash,
  jump,
  pane,
  signIn,
  submitLogin,
  tab,
  tabNames,
  useStage,
} from "../support/browser";
import { adminName, adminPassword } from "../support/server";

const stage = useStage();

/** The page's own session, once the server's copy of the tabs holds this path. */
async function keptTabs(page: Page, path: string): Promise<Api> {
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  const own = Api.withToken(stage.server.url, token);
  await expect
    .poll(async () => JSON.stringify(await own.get("/api/sys/user/pianhao")))
    .toContain(path);
  return own;
}

it("an ended session leads to /login once, and back to the same tabs after signing in", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "用户管理");
  await jump(page, "公告");
  const tabs = await tabNames(page);
  const own = await keptTabs(page, "/gonggao");
  await tab(page, "用户管理").click();
  await expectHash(page, /^\/sys\/user/);
  await own.post("/api/sys/login/logout", {});

  await page.reload();
  await expectHash(page, /^\/login\?redirect=%2Fsys%2Fuser/);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect(await page.locator(".ant-message-notice").count()).toBeLessThanOrEqual(1);

  await submitLogin(page, adminName, adminPassword);
  await expectHash(page, /^\/sys\/user/);
  await expect.poll(() => tabNames(page)).toEqual(tabs);
});

it("a call that finds the session ended leads out of the middle of work", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "个人中心");
  const own = await keptTabs(page, "/sysProfile");
  await own.post("/api/sys/login/logout", {});
  await page.getByRole("tab", { name: "登录设备" }).click();
  await expectHash(page, "/login?redirect=%2FsysProfile");
  await expect.poll(() => page.locator(".ant-message-notice").count()).toBe(1);
});

it("signing out in one window signs out the other", async () => {
  const page = await stage.open();
  await signIn(page);
  const other = await page.context().newPage();
  await other.goto("/#/sysProfile");
  await pane(other).getByLabel("昵称", { exact: true }).waitFor();
  await page.bringToFront();
  await page.getByRole("button", { name: "账号菜单" }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  await expectHash(other, "/login?redirect=%2FsysProfile");
});
