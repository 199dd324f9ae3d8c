import { expect, it } from "vitest";
import { expectHash, hashOf, hold, shoot, signIn, tab, useStage } from "../support/browser";
import { addNotices } from "../support/gonggao";

const stage = useStage({ prepare: (admin) => addNotices(admin, 60) });

it.each(["findProfile", "findUserMenuByTree", "dict/init"])(
  "shows the outline, the bar and the overlay while %s is on its way",
  async (slow) => {
    const page = await stage.open();
    await signIn(page);
    const answer = await hold(page, `**/${slow}*`);
    await page.reload();
    await page.getByRole("status", { name: "加载中" }).waitFor();
    await page.locator("#nprogress").waitFor({ state: "attached" });
    await page.getByText("拼命加载中").waitFor();
    await shoot(page, "starting");
    answer();
    await page.getByRole("navigation", { name: "打开的页签" }).waitFor();
    await page.getByText("拼命加载中").waitFor({ state: "hidden" });
  },
);

it.each(["令牌", "a b", "\u0000", "[object Object]", "%%%"])(
  "whoever has the token %j can sign in again",
  async (token) => {
    const page = await stage.open();
    await page.goto("/");
    await page.getByLabel("账号", { exact: true }).waitFor();
    await page.evaluate((text) => {
      localStorage.setItem("token", text);
      for (const key of ["tabs", "appearance", "sidebar-collapsed", "app/gonggao-TABLE"])
        localStorage.setItem(key, `{"size":"constructor","mode":${text}`);
      sessionStorage.setItem("toast-after-reload", text);
    }, token);
    await page.reload();
    await signIn(page);
    await expectHash(page, "/index");
  },
);

it("a saved size that is no size, and saved columns that are none, do no harm", async () => {
  const page = await stage.open();
  await page.goto("/");
  await page.evaluate(() => {
    localStorage.setItem("appearance", '{"size":"constructor","mode":"blue"}');
    localStorage.setItem("tabs", '[null,7,{"path":{}},{"path":"/gonggao","search":"size=999"}]');
    localStorage.setItem("app/gonggao-TABLE", '[{"prop":"biaoti","width":1e99},null,{"prop":4}]');
  });
  await signIn(page);
  await page.goto("/#/gonggao");
  const row = page.locator(".pane:visible tbody tr").nth(3);
  await row.waitFor();
  // The rows that stand for the list until it comes go away.
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(45);
});

it("a page starts at its top, a kept tab where it was left, other rows at the first", async () => {
  const page = await stage.open({ viewport: { width: 1366, height: 500 } });
  await signIn(page);
  await page.goto("/#/gonggao?size=50");
  const rows = page.locator(".pane:visible .dt-scroll");
  await page.locator(".pane:visible tbody tr").nth(40).scrollIntoViewIfNeeded();
  const left = await rows.evaluate((element) => element.scrollTop);
  expect(left).toBeGreaterThan(300);

  await tab(page, "首页").click();
  const home = page.locator(".pane:visible");
  await home.getByRole("heading", { level: 1 }).waitFor();
  await home.evaluate((element) => element.scrollTo(0, 10_000));
  const homeTop = await home.evaluate((element) => element.scrollTop);
  expect(homeTop).toBeGreaterThan(50);
  await page.goto("/#/sys/user");
  await page.locator(".pane:visible table").waitFor();
  expect(await page.locator(".pane:visible").evaluate((element) => element.scrollTop)).toBe(0);

  await tab(page, "首页").click();
  await expect
    .poll(() => page.locator(".pane:visible").evaluate((element) => element.scrollTop))
    .toBe(homeTop);
  await tab(page, "公告").click();
  await expect.poll(() => hashOf(page)).toContain("size=50");
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(left);

  await page.locator(".pane:visible").getByRole("listitem", { name: "2" }).click();
  await expect.poll(() => rows.evaluate((element) => element.scrollTop)).toBe(0);
});
