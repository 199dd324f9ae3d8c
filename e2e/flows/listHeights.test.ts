import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { Api, flatten, type MenuNode } from "../support/api";
import { pane, signIn, useStage } from "../support/browser";
import { addNotices, dialog, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, lend } from "../support/loans";

const ORDERS = 12;
/** Two dozen pages one after the other. */
const LIMIT = 300_000;

const stage = useStage({
  prepare: async (admin) => {
    await addNotices(admin, 55);
    const projectId = await addProduct(admin);
    for (let n = 0; n < ORDERS; n++) {
      const phone = `138000000${String(n).padStart(2, "0")}`;
      await lend(admin, projectId, await addBorrower(admin, `客户${n}`, phone));
    }
  },
});

/** Every page of the menu that holds a table with a pager, or one that fills the pane. */
async function listPages(): Promise<string[]> {
  const admin = await Api.signedIn(stage.server.url);
  const tree = await admin.get<MenuNode[]>("/api/sys/menu/findUserMenuByTree");
  return flatten(tree).flatMap(({ type, routerUrl }) =>
    type === "ZICAIDAN" && routerUrl?.startsWith("/") ? [routerUrl] : [],
  );
}

/** Where the parts of a list lie, in whole pixels. */
function measure(page: Page) {
  return pane(page).evaluate((element) => {
    const box = (selector: string) => {
      const found = element.querySelector<HTMLElement>(selector);
      return found ? found.getBoundingClientRect() : null;
    };
    const scroll = element.querySelector<HTMLElement>(".dt-scroll");
    const height = (selector: string) =>
      element.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
    const main = document.getElementById("main");
    return {
      paneScrolls: element.scrollHeight > element.clientHeight,
      windowScrolls: document.documentElement.scrollHeight > window.innerHeight,
      tableBottom: box(".dt")?.bottom ?? 0,
      scrollBottom: scroll?.getBoundingClientRect().bottom ?? 0,
      pagerTop: box(".pager")?.top ?? null,
      pagerBottom: box(".pager")?.bottom ?? null,
      table: height(".dt"),
      content: scroll?.scrollHeight ?? 0,
      clipped: scroll ? scroll.scrollHeight > scroll.clientHeight : false,
      most:
        window.innerHeight -
        50 -
        20 -
        Math.max(0, (main?.getBoundingClientRect().top ?? 0) - 70) -
        height(".search-form") -
        height(".table-top") -
        height(".pager") -
        10,
      window: window.innerHeight,
    };
  });
}

/** Whether a list and its pager fit the window, however many rows it shows. */
function expectFit(found: Awaited<ReturnType<typeof measure>>, path: string) {
  const at = `${path} ${JSON.stringify(found)}`;
  expect(found.paneScrolls, at).toBe(false);
  expect(found.windowScrolls, at).toBe(false);
  expect(found.table, at).toBeLessThanOrEqual(found.most);
  if (found.clipped) expect(found.table, at).toBe(found.most);
  expect(found.scrollBottom, at).toBeLessThanOrEqual(found.tableBottom);
  if (found.pagerTop === null) return;
  expect(found.tableBottom, at).toBeLessThanOrEqual(found.pagerTop);
  expect(found.pagerBottom, at).toBeLessThanOrEqual(found.window);
}

const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
];

it.each([10, 50])(
  "no list hides rows or bars under its pager with %i rows",
  async (size) => {
    const page = await stage.open();
    // Every list stays open in a tab of its own: the last ones share the browser with them all.
    page.setDefaultTimeout(40_000);
    await signIn(page);
    let lists = 0;
    for (const path of await listPages()) {
      await page.goto(`/#${path}?size=${size}`);
      await page.locator(`.tab[data-active="true"] a[href^="#${path}?"]`).waitFor();
      await pane(page).locator("table, form, .table-bar, .ant-tabs, .blank").first().waitFor();
      if ((await pane(page).locator(".list-page .dt").count()) === 0) continue;
      await pane(page).locator(".dt:not([data-fetching])").waitFor();
      lists += 1;
      for (const viewport of WINDOWS) {
        await page.setViewportSize(viewport);
        const shown = `${path} ${viewport.width} wide`;
        await vi.waitFor(async () => expectFit(await measure(page), shown), { timeout: 10_000 });
      }
    }
    expect(lists).toBeGreaterThan(12);
  },
  LIMIT,
);

it("the list of a dialog leaves the dialog whole in the window", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/dict");
  await rowWith(page, "操作类型").getByRole("button", { name: "数据" }).click();
  await expect.poll(() => dialog(page).locator("tbody tr").count()).toBe(10);
  const found = await dialog(page).evaluate((element) => {
    const wrap = element.closest(".ant-modal-wrap");
    const box = (selector: string) => element.querySelector(selector)?.getBoundingClientRect();
    return {
      wrapScrolls: (wrap?.scrollHeight ?? 0) > (wrap?.clientHeight ?? 0),
      tableBottom: box(".dt")?.bottom ?? 0,
      pagerTop: box(".pager")?.top ?? 0,
      pagerBottom: box(".pager")?.bottom ?? 0,
      window: window.innerHeight,
    };
  });
  expect(found.wrapScrolls, JSON.stringify(found)).toBe(false);
  expect(found.tableBottom).toBeLessThanOrEqual(found.pagerTop);
  expect(found.pagerBottom).toBeLessThanOrEqual(found.window);
});
