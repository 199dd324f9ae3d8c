import { expect, it } from "vitest";
import { expectHash, jump, pane, signIn, tab, useStage } from "../support/browser";

const stage = useStage();

it("keeps input, an open dialog and the query of a hidden tab", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "个人中心");
  await pane(page).getByLabel("昵称", { exact: true }).fill("写到一半");

  await jump(page, "公告");
  await page.getByRole("button", { name: "新增" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("标题").fill("写到一半的公告");

  // The dialog's mask covers the tab bar, so the way out is the keyboard or the address.
  await page.goto("/#/sysProfile");
  await expectHash(page, "/sysProfile");
  expect(await pane(page).getByLabel("昵称", { exact: true }).inputValue()).toBe("写到一半");
  expect(await dialog.isVisible()).toBe(false);

  await page.goto("/#/gonggao");
  await dialog.waitFor();
  expect(await dialog.getByLabel("标题").inputValue()).toBe("写到一半的公告");
});

it("keeps the query of each tab", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/user?size=20");
  await tab(page, "用户管理").waitFor();
  await jump(page, "公告");
  await tab(page, "用户管理").click();
  await expectHash(page, /^\/sys\/user\?.*size=20/);
});

it("keeps the scroll position and the selected rows", async () => {
  const page = await stage.open({ viewport: { width: 1366, height: 480 } });
  await signIn(page);
  await jump(page, "用户管理");
  const row = pane(page).getByRole("checkbox").nth(1);
  await row.check();
  await tab(page, "首页").click();
  await expectHash(page, "/index");
  const home = pane(page);
  await home.getByRole("link").first().waitFor();
  await home.evaluate((element) => element.scrollTo(0, 200));
  await expect.poll(() => home.evaluate((element) => element.scrollTop)).toBe(200);
  await tab(page, "用户管理").click();
  await expect.poll(() => row.isChecked()).toBe(true);
  await tab(page, "首页").click();
  await expect.poll(() => home.evaluate((element) => element.scrollTop)).toBe(200);
});
