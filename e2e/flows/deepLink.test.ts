import { expect, it } from "vitest";
import { expectHash, submitLogin, tabNames, useStage } from "../support/browser";
import { adminName, adminPassword } from "../support/server";

const stage = useStage();

it("comes back to a deep link, query included, after signing in", async () => {
  const page = await stage.open();
  await page.goto("/#/sys/user?size=20");
  await expectHash(page, /^\/login\?redirect=/);
  await submitLogin(page, adminName, adminPassword);
  await expectHash(page, "/sys/user?size=20");
  await expect.poll(() => tabNames(page)).toEqual(["首页", "用户管理"]);
});

it("does not follow a link out of the application", async () => {
  const page = await stage.open();
  await page.goto("/#/login?redirect=https%3A%2F%2Fexample.com%2F");
  await submitLogin(page, adminName, adminPassword);
  await expectHash(page, "/index");
});

it("says so when an address belongs to no page", async () => {
  const page = await stage.open();
  await page.goto("/#/no/such/page");
  await submitLogin(page, adminName, adminPassword);
  await page.getByRole("heading", { name: "打不开这个页面" }).waitFor();
  await page.getByRole("button", { name: "回到首页" }).click();
  await expectHash(page, "/index");
});
