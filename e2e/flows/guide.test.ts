import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { jump, pane, signIn, useStage, workday } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { closeOrder, showOrders, stepOf, verb } from "../support/orderScreens";

/** The year of business is made up, always the same, and the clock stands still. */
const stage = useStage({
  clock: `${workday}!`,
  prepare: (admin) => admin.post("/api/app/page/admin/yanshi", {}),
});

const pictures = resolve(import.meta.dirname, "../../docs/pictures");
/** Long enough for whatever is fetched after a dialog opened. */
const SETTLED = 2_000;
const writes = process.env.GUIDE === "write";

/** Lists of all pages, which grow with every resource; a picture shows their beginning at most. */
const ALL_PAGES = ".home-pages, [role=tree]";

async function readIn(of: Locator): Promise<string> {
  const lists = await of.locator(ALL_PAGES).allInnerTexts();
  const rest = lists.reduce((text, list) => text.replace(list, ""), await of.innerText());
  return `${rest.replaceAll(/\s+/g, " ").trim()}\n`;
}

/**
 * A picture of the guide. What can be read in it is kept beside it, and must be what can be read
 * today; `GUIDE=write npm run e2e -- guide` in web makes both anew.
 */
async function show(page: Page, name: string, of: Locator) {
  await page.mouse.move(0, 0);
  await page.locator(".ant-message-notice").waitFor({ state: "detached" });
  const read = () => readIn(of);
  const kept = join(pictures, `${name}.txt`);
  if (writes) {
    mkdirSync(pictures, { recursive: true });
    await page.waitForLoadState("load");
    await page.waitForTimeout(SETTLED);
    writeFileSync(kept, await read());
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  const expected = readFileSync(kept, "utf8");
  await expect.poll(read, { message: `the picture ${name} of the guide is old` }).toBe(expected);
}

/** Opens the first order that the list of orders has of a kind. */
async function openFirst(admin: Api, page: Page, query: string): Promise<Locator> {
  const { records } = await admin.get<{ records: { id: number; bianhao: string }[] }>(
    `/api/app/dingdan/findAllByPage?size=1&orders=id:desc&${query}`,
  );
  await page.goto(`/#/dingdan?shown=${records[0]?.id}`);
  const order = page.getByRole("dialog", { name: new RegExp(records[0]?.bianhao ?? "-") });
  await order.getByRole("region", { name: "订单日志" }).locator("li").first().waitFor();
  return order;
}

it("the pictures of the guide show what there is", { timeout: 240_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const page = await stage.open();
  await signIn(page);
  await pane(page).getByRole("region", { name: "图表" }).locator("svg").first().waitFor();
  await show(page, "home", pane(page));

  await showOrders(page);
  await show(page, "orders", pane(page));
  for (const [name, query, step] of [
    ["review", "state=DAISHENHE", "审核"],
    ["payout", "state=DAIFANGKUAN", "放款"],
    ["repayment", "state=DAIHUANKUAN&isYuqi=true", "确认还款"],
    ["extension", "state=DAIHUANKUAN&isYuqi=false", "展期"],
    ["prepayment", "state=DAIHUANKUAN&isYuqi=false", "提前结清"],
  ] as const) {
    const order = await openFirst(admin, page, query);
    if (name === "repayment") await show(page, "order", order);
    await stepOf(order, step).click();
    const opened = verb(page, step);
    await opened.locator(".ant-skeleton").first().waitFor({ state: "detached" });
    await show(page, name, opened);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await closeOrder(order);
  }

  await jump(page, "客户列表");
  await pane(page).locator("tbody tr[data-id]").first().getByRole("button").first().click();
  await dialog(page).getByText("今日应收").first().waitFor();
  await dialog(page).getByText("门店").first().waitFor();
  await show(page, "customer", dialog(page));
  await page.keyboard.press("Escape");
  await jump(page, "产品列表");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByText("从常见产品开始").waitFor();
  await show(page, "product", dialog(page));
  await page.keyboard.press("Escape");
  await jump(page, "角色管理");
  await rowWith(page, "审核员").getByRole("button", { name: "修改" }).click();
  await dialog(page).getByRole("tree").getByText("订单管理").first().scrollIntoViewIfNeeded();
  await show(page, "role", dialog(page));
  await page.keyboard.press("Escape");
  await jump(page, "客户列表");
  await pane(page).getByRole("button", { name: "导入" }).first().click();
  await show(page, "import", dialog(page));
  await page.keyboard.press("Escape");
  await jump(page, "账实检查");
  await pane(page).getByRole("button", { name: "开始检查" }).click();
  await pane(page).getByText("全部通过").waitFor();
  await show(page, "check", pane(page));
});
