import { tmpdir } from "node:os";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { shoot, pane, signIn, tab, useStage, workday } from "../support/browser";
import { doBusiness } from "../support/business";
import { looker, schemes } from "../support/looks";
import { pagesOf } from "../support/pages";

const stage = useStage({
  clock: workday,
  codeDir: tmpdir(),
  prepare: async (admin) => {
    await doBusiness(admin);
    await admin.post("/api/code/gen/importTable", { tables: ["app_gonggao"] });
    await admin.post("/api/code/tmpl/neizhi", { muban: "本公司" });
  },
});

/** What opens a dialog from a list. */
const OPENERS = /^(新增|新增订单|调整积分|代客兑换|导入|导入到账|新建表|导入表|复制内置模板)$/;
const ROW_OPENERS =
  /^(修改|详情|数据|收款账户|新增下级|重置密码|删除|归档|编辑|预览|历史版本|恢复内置)$/;

/** Whatever can be pressed, and the first of its name. */
async function openers(page: Page) {
  const row = pane(page).locator("tbody tr[data-id]").first();
  const found = new Map<string, ReturnType<Page["locator"]>>();
  for (const buttons of [
    pane(page).getByRole("button", { name: OPENERS }),
    row.getByRole("button", { name: ROW_OPENERS }),
  ])
    for (const button of await buttons.all()) {
      if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
      const label = await button.innerText();
      if (!found.has(label)) found.set(label, button);
    }
  return found;
}

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  it("the sign-in page", async () => {
    const page = await stage.open({ colorScheme });
    await page.goto("/");
    await page.getByLabel("账号", { exact: true }).waitFor();
    const { found, look } = looker(page, colorScheme);
    await look("login");
    expect(found).toEqual([]);
  });

  it("every page of the menu, and what its buttons open", { timeout: 900_000 }, async () => {
    const page = await stage.open({ colorScheme });
    await signIn(page);
    const { found, look, lookInto, contactSheet } = looker(page, colorScheme);
    const pages = [
      { name: "首页", routerUrl: "/index" },
      { name: "个人中心", routerUrl: "/sysProfile" },
      ...(await pagesOf(stage.server.url)),
    ];
    for (const { name, routerUrl } of pages) {
      const what = routerUrl?.slice(1) ?? "";
      await page.goto(`/#${routerUrl}`);
      await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
      await look(what);
      if (!schemes.some((scheme) => scheme === colorScheme)) continue;
      const more = pane(page).getByRole("button", { name: "更多", exact: true }).first();
      if (await more.isVisible()) {
        await more.click();
        await look(`${what} 更多`);
      }
      for (const [label, button] of await openers(page)) await lookInto(button, `${what} ${label}`);
    }
    await contactSheet();
    expect(found).toEqual([]);
  });
});

it("a phone can sign in", async () => {
  const page = await stage.open({ viewport: { width: 390, height: 844 } });
  await page.goto("/");
  await page.getByLabel("账号", { exact: true }).waitFor();
  await shoot(page, "phone-login");
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  expect(isWide).toBe(false);
});
