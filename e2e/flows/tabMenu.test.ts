import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetArrangement, type Api } from "../support/api";
import {
  expectHash,
  hashOf,
  jump,
  pane,
  shoot,
  signIn,
  tab,
  tabNames,
  useStage,
} from "../support/browser";

const opened = ["用户管理", "角色管理", "公告", "字典管理"];
let page: Page;
let admin: Api;
const stage = useStage({
  prepare: async (signedIn) => {
    admin = signedIn;
  },
});

async function choose(name: string, entry: string) {
  await tab(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: entry }).click();
}

beforeEach(async () => {
  await forgetArrangement(admin);
  page = await stage.open();
  await signIn(page);
  for (const name of opened) await jump(page, name);
  await expect.poll(() => tabNames(page)).toEqual(["首页", ...opened]);
});

describe("from 公告, while 字典管理 is shown", () => {
  it.each([
    ["关闭当前", ["首页", "用户管理", "角色管理", "字典管理"], "/dict"],
    ["关闭其他", ["首页", "公告"], "/gonggao"],
    ["关闭左侧", ["首页", "公告", "字典管理"], "/dict"],
    ["关闭右侧", ["首页", "用户管理", "角色管理", "公告"], "/gonggao"],
    ["全部关闭", ["首页"], "/index"],
  ])("%s", async (entry, remaining, hash) => {
    await choose("公告", entry);
    await expectHash(page, hash);
    await expect.poll(() => tabNames(page)).toEqual(remaining);
  });
});

it("刷新页面 mounts the page anew and shows it", async () => {
  await jump(page, "个人中心");
  const nickName = pane(page).getByLabel("昵称", { exact: true });
  const before = await nickName.inputValue();
  await nickName.fill("还没保存");
  await tab(page, "公告").click();
  await choose("个人中心", "刷新页面");
  await expectHash(page, "/sysProfile");
  await expect.poll(() => nickName.inputValue()).toBe(before);
});

it("offers no way to close the home page", async () => {
  await tab(page, "首页").click({ button: "right" });
  const entry = page.getByRole("menuitem", { name: "关闭当前" });
  expect(await entry.getAttribute("aria-disabled")).toBe("true");
  await shoot(page, "tab-menu");
  await page.keyboard.press("Escape");
  await tab(page, "首页").click({ button: "middle" });
  expect(await tabNames(page)).toContain("首页");
  expect(await page.getByRole("button", { name: "关闭 首页" }).count()).toBe(0);
});

it("closes by the middle button and by the cross", async () => {
  await tab(page, "用户管理").click({ button: "middle" });
  expect(hashOf(page)).toBe("/dict");
  await expect.poll(() => tabNames(page)).toEqual(["首页", "角色管理", "公告", "字典管理"]);
  await page.getByRole("button", { name: "关闭 字典管理" }).click();
  await expectHash(page, "/gonggao");
});

it("keeps the tabs and their order over a reload", async () => {
  await tab(page, "字典管理").dragTo(tab(page, "用户管理"));
  const moved = ["首页", "字典管理", "用户管理", "角色管理", "公告"];
  await expect.poll(() => tabNames(page)).toEqual(moved);
  await page.reload();
  await expect.poll(() => tabNames(page)).toEqual(moved);
  await expectHash(page, "/dict");
});
