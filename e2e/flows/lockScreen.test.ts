import { expect, it } from "vitest";
import { Api } from "../support/api";
import { expectHash, jump, pane, shoot, signIn, useStage, workday } from "../support/browser";
import { dialog } from "../support/gonggao";
import { adminPassword } from "../support/server";

const stage = useStage({ clock: workday });

const LOCK = { name: "屏幕已锁定" };

it("a locked screen shows nothing, keeps what was typed, and opens by the password", async () => {
  const page = await stage.open();
  await signIn(page);
  const second = await page.context().newPage();
  await second.goto("/");
  await second.getByText("待办").first().waitFor();
  await jump(page, "产品分类");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("名称").fill("还没写完");

  // Nobody touched it for a quarter of an hour.
  await page.context().clock.fastForward("15:30");
  const lock = page.getByRole("dialog", LOCK);
  await lock.waitFor();
  await shoot(page, "lock-screen");
  expect(await page.getByText("产品分类").filter({ visible: true }).count()).toBe(0);
  expect(await page.getByLabel("名称").isVisible()).toBe(false);
  await second.getByRole("dialog", LOCK).waitFor();

  await lock.getByLabel("登录密码").fill("not-the-password");
  await page.keyboard.press("Enter");
  await lock.getByText("密码不正确").waitFor();
  await lock.getByLabel("登录密码").fill(adminPassword);
  await page.keyboard.press("Enter");
  await lock.waitFor({ state: "detached" });
  expect(await dialog(page).getByLabel("名称").inputValue()).toBe("还没写完");
  await second.getByRole("dialog", LOCK).waitFor({ state: "detached" });
  await second.getByText("待办").first().waitFor();
});

it("is held by the server: a page that is loaded again stays locked", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "产品分类");
  await page.getByRole("button", { name: "账号菜单" }).click();
  await page.getByRole("menuitem", { name: "锁定屏幕" }).click();
  const lock = page.getByRole("dialog", LOCK);
  await lock.waitFor();
  // Not even a browser that forgot it shows anything.
  await page.evaluate(() => localStorage.removeItem("screen-locked"));
  await page.reload();
  await lock.waitFor();
  await lock.getByLabel("登录密码").fill(adminPassword);
  await lock.getByRole("button", { name: /解\s*锁/ }).click();
  await lock.waitFor({ state: "detached" });
  await expectHash(page, /fenlei/);
  await pane(page).getByRole("button", { name: "新增" }).first().waitFor();
});

it("tells which keys there are", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.keyboard.press("?");
  await dialog(page).getByText("查找页面、操作、客户、订单和产品").waitFor();
  await shoot(page, "keyboard-help");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

it("marks pages with whoever looks at them, where the office wants it", async () => {
  const page = await stage.open();
  await signIn(page);
  expect(await page.locator(".watermark").count()).toBe(0);
  const admin = await Api.signedIn(stage.server.url);
  await admin.post("/api/app/config/edit", { type: "ANQUAN", data: { yemianShuiyin: "true" } });
  await page.reload();
  await page.locator(".watermark").waitFor();
  await shoot(page, "watermark");
});
