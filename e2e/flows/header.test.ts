import { beforeEach, expect, it } from "vitest";
import { Api, forgetArrangement } from "../support/api";
import { expectHash, pane, shoot, signIn, useStage } from "../support/browser";

const stage = useStage();

beforeEach(async () => forgetArrangement(await Api.signedIn(stage.server.url)));

it("Ctrl+K finds a menu by pinyin initials", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "搜索", exact: true }).pressSequentially("yhgl");
  await page.getByRole("option", { name: "用户管理" }).waitFor();
  await shoot(page, "menu-search");
  await page.keyboard.press("Enter");
  await expectHash(page, "/sys/user");
});

it("Ctrl+K does what a person may do", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "搜索", exact: true }).pressSequentially("xzkh");
  await page.getByRole("option", { name: "新增客户" }).waitFor();
  await shoot(page, "menu-actions");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "新增客户" }).waitFor();
});

it("the size selector changes control heights and the choice comes back after a reload", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sysProfile");
  const input = pane(page).getByLabel("昵称", { exact: true });
  const height = async () => (await input.boundingBox())?.height;
  await expect.poll(height).toBe(32);
  for (const [size, pixels] of [
    ["default", 40],
    ["medium", 36],
    ["mini", 28],
  ] as const) {
    await page.getByRole("button", { name: "界面大小" }).click();
    await page.getByRole("menuitem", { name: `（${size}）` }).click();
    await expect.poll(height).toBe(pixels);
  }
  await page.reload();
  await expect.poll(height).toBe(28);
});

it("dark stays dark in another browser, because the server keeps the choice", async () => {
  const page = await stage.open();
  await signIn(page);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/pianhao") && answer.request().method() === "POST",
  );
  await page.getByRole("button", { name: "切换到深色" }).click();
  await saved;
  const other = await stage.open();
  await signIn(other);
  expect(await other.evaluate(() => document.documentElement.dataset.mode)).toBe("dark");
});

it("the sidebar folds and stays folded", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.getByRole("button", { name: "收起菜单" }).click();
  await page.getByRole("button", { name: "展开菜单" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "展开菜单" }).waitFor();
});

it("says so where the browser has no full screen", async () => {
  const page = await stage.open();
  await page.addInitScript(() => {
    Object.defineProperty(document, "fullscreenEnabled", { get: () => false });
  });
  await signIn(page);
  await page.getByRole("button", { name: "全屏" }).click();
  await page.getByText("你的浏览器不支持全屏").waitFor();
});
