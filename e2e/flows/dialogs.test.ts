import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { apply, addBorrower, addProduct, lend } from "../support/loans";
import { violations } from "../support/axe";
import { pane, shoot, signIn, tab, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { openOrder, showOrders } from "../support/orderScreens";
import { pagesOf, settled } from "../support/pages";

const stage = useStage({
  clock: workday,
  prepare: async (admin) => {
    const product = await addProduct(admin);
    const customers = ["待审", "待放", "待还"].map((name, at) =>
      addBorrower(admin, `${name}人`, `1380000004${at}`),
    );
    const [first, second, third] = await Promise.all(customers);
    if (!first || !second || !third) throw new Error("no customers");
    await apply(admin, product, first);
    const reviewed = await apply(admin, product, second);
    await admin.post("/api/app/dingdan/shenhe", {
      id: reviewed.id,
      jieguo: "TONGGUO",
      yijian: "同意",
    });
    await lend(admin, product, third);
  },
});

/** What is wrong with the dialog on top, which is kept as a picture and then closed. */
async function looked(page: Page, name: string): Promise<string[]> {
  const count = await page.getByRole("dialog").count();
  await settled(page);
  await shoot(page, name);
  const found = await violations(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(count - 1);
  return found.map((line) => `${name}: ${line}`);
}

async function openedBy(page: Page, button: Locator) {
  const before = await page.getByRole("dialog").count();
  await button.click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(before + 1);
  const opened = page.getByRole("dialog").last();
  await expect.poll(async () => (await opened.boundingBox())?.height ?? 0).toBeGreaterThan(60);
  await (await opened.elementHandle())?.waitForElementState("stable");
}

/** Each tab of a dialog, and then the dialog itself closed. */
async function eachTab(page: Page, opened: Locator, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const title of await opened.getByRole("tab").allInnerTexts()) {
    await opened.getByRole("tab", { name: title, exact: true }).click();
    await settled(page);
    await shoot(page, `${name}-${title}`);
    found.push(...(await violations(page)).map((line) => `${name} ${title}: ${line}`));
  }
  return found;
}

/** Dark is where colours go wrong; light takes as long again, and is walked in the long tests. */
const schemes =
  process.env.E2E_SCHEMES === "all" ? (["light", "dark"] as const) : (["dark"] as const);

describe.each(schemes)("%s", (colorScheme) => {
  async function start(): Promise<Page> {
    const page = await stage.open({ colorScheme });
    await signIn(page);
    return page;
  }

  it("what the buttons above a list open", { timeout: 480_000 }, async () => {
    const page = await start();
    const found: string[] = [];
    for (const { name, routerUrl } of await pagesOf(stage.server.url)) {
      await page.goto(`/#${routerUrl}`);
      await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
      await settled(page);
      for (const label of [/^(新增|新增订单|调整积分|代客兑换)$/, /^导入/]) {
        const button = pane(page).getByRole("button", { name: label }).first();
        if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
        await openedBy(page, button);
        const kind = label.source.includes("导入") ? "import" : "add";
        found.push(
          ...(await looked(
            page,
            `dialog-${colorScheme}-${routerUrl?.slice(1).replaceAll("/", "-")}-${kind}`,
          )),
        );
      }
    }
    expect(found).toEqual([]);
  });

  it("an order in each state, its tabs and its steps", { timeout: 480_000 }, async () => {
    const page = await start();
    await showOrders(page);
    const found: string[] = [];
    for (const customer of ["待审人", "待放人", "待还人"]) {
      const number = (await rowWith(page, customer).innerText()).match(/D\d{15}/)?.[0] ?? "";
      const order = await openOrder(page, number);
      const name = `dialog-${colorScheme}-order-${customer}`;
      found.push(...(await eachTab(page, order, name)));
      const steps = order.getByRole("group", { name: "可以办理" }).getByRole("button");
      for (const step of await steps.allInnerTexts()) {
        await openedBy(page, steps.getByText(step, { exact: true }));
        found.push(...(await looked(page, `${name}-${step}`)));
      }
      found.push(...(await looked(page, name)));
    }
    expect(found).toEqual([]);
  });

  it("a customer, each tab", { timeout: 240_000 }, async () => {
    const page = await start();
    await page.goto("/#/user");
    await openedBy(page, rowWith(page, "待还人").getByRole("button", { name: "待还人" }));
    const customer = page.getByRole("dialog").first();
    const name = `dialog-${colorScheme}-customer`;
    const found = await eachTab(page, customer, name);
    expect([...found, ...(await looked(page, name))]).toEqual([]);
  });
});
