import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { pane, signIn, type Stage } from "./browser";
import { dialog } from "./gonggao";
import { adminName, adminPassword } from "./server";

/** Signs someone in and shows the list of orders. */
export async function openOrders(
  stage: Stage,
  { loginName, password } = { loginName: adminName, password: adminPassword },
): Promise<Page> {
  const page = await stage.open();
  await signIn(page, loginName, password);
  await showOrders(page);
  return page;
}

export async function showOrders(page: Page) {
  await page.goto("/#/dingdan");
  await countOf(page, "全部").getByText(/\d/).waitFor();
}

/** A button above the list, with how many orders there are of its kind. */
export function countOf(page: Page, label: string): Locator {
  return pane(page).getByRole("group", { name: "按状态查看" }).getByRole("button", { name: label });
}

/** Chooses from the list that a select has opened. */
export async function choose(page: Page, text: string) {
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option", { hasText: text })
    .click();
}

/** A step that the strip of an order's dialog offers. */
export function stepOf(order: Locator, name: string): Locator {
  return order.getByRole("group", { name: "可以办理" }).getByRole("button", { name, exact: true });
}

/** The dialog of one decision. */
export function verb(page: Page, title: string): Locator {
  return page.getByRole("dialog", { name: title, exact: true });
}

/** Presses what a dialog is there for, and sees it close. */
export async function decide(opened: Locator, button: string) {
  await opened.getByRole("button", { name: button, exact: true }).click();
  await opened.waitFor({ state: "detached" });
}

/** Opens an order from its row in the list. */
export async function openOrder(page: Page, bianhao: string): Promise<Locator> {
  await pane(page)
    .locator("tbody tr", { hasText: bianhao })
    .getByRole("button", { name: "详情" })
    .click();
  const order = page.getByRole("dialog", { name: new RegExp(bianhao) });
  await order.getByRole("region", { name: "订单日志" }).locator("li").first().waitFor();
  return order;
}

/** By the button at the foot; the cross above has the same name. */
export async function closeOrder(order: Locator) {
  await order.getByRole("button", { name: "关闭", exact: true }).last().click();
  await order.waitFor({ state: "detached" });
}

export async function turnTo(order: Locator, name: string) {
  await order.getByRole("tab", { name, exact: true }).click();
  await order.getByRole("tabpanel", { name, exact: true }).waitFor();
}

export interface Application {
  lastFour: string;
  customer: string;
  product: string;
  yuan: string;
  term: string;
  account: string;
}

/** Fills in the new-order dialog up to its last field and leaves it open. */
export async function fillApplication(page: Page, ask: Application): Promise<Locator> {
  await page.getByRole("button", { name: "新增订单" }).first().click();
  const form = dialog(page);
  await form.getByLabel("客户").fill(ask.lastFour);
  await form.getByLabel("客户").press("Enter");
  await choose(page, ask.customer);
  await form.getByLabel("产品").click();
  await choose(page, ask.product);
  await form.getByLabel("借款金额").fill(ask.yuan);
  await form.getByText(ask.term, { exact: true }).click();
  await form.getByLabel("用途").click();
  await choose(page, "日常消费");
  await form.getByLabel("收款账户").click();
  await choose(page, ask.account);
  return form;
}

/** Adds a card inside the form of a new order. */
export async function addCard(page: Page) {
  const form = dialog(page);
  await form.getByRole("button", { name: "新增收款账户" }).click();
  const account = page.getByRole("dialog", { name: /收款账户/ }).last();
  await account.getByLabel("卡号", { exact: true }).fill("4111111111111111");
  await account.getByLabel("开户行").fill("招商银行");
  await account.getByLabel("姓名", { exact: true }).fill("王小明");
  await account.getByLabel("预留手机号").fill("13912345678");
  await account.getByLabel("证件号").fill("11010519491231002X");
  await account.getByLabel("证件号").press("Enter");
  await account.waitFor({ state: "detached" });
}

/** Hands the application in and answers the new order's number. */
export async function submitApplication(page: Page, form: Locator): Promise<string> {
  const before = await numbersOf(page);
  await decide(form, "提交订单");
  await expect.poll(async () => (await fresh()).length).toBe(1);
  return (await fresh())[0] ?? "";

  async function fresh() {
    return (await numbersOf(page)).filter((number) => !before.includes(number));
  }
}

/** The numbers of the orders that the list shows. */
async function numbersOf(page: Page): Promise<string[]> {
  const rows = await pane(page).locator("tbody tr[data-id]").allInnerTexts();
  return rows.flatMap((text) => text.match(/D\d{15}/) ?? []);
}

/** Says yes in a dialog of the review; neither answer is chosen beforehand. */
export async function sayYes(review: Locator) {
  await review.getByRole("radio", { name: "通过" }).check();
  await review.getByLabel("审核意见").fill("资料齐全");
}

let receipts = 0;

/** Says how the money of a confirmation came. */
export async function sayPaid(page: Page, opened: Locator, receipt = `S${++receipts}`) {
  await opened.getByLabel("支付方式").click();
  await choose(page, "银行卡");
  await opened.getByLabel("流水号").fill(receipt);
}

/** Approves from the row in the list. */
export async function approve(page: Page, row: Locator) {
  await row.getByRole("button", { name: "审核" }).click();
  await sayYes(verb(page, "审核"));
  await decide(verb(page, "审核"), "确认通过");
  await row.getByText("待放款", { exact: true }).waitFor();
}

/** Pays out from the row in the list. */
export async function payOut(page: Page, row: Locator, receipt: string) {
  await row.getByRole("button", { name: "放款" }).click();
  const payout = verb(page, "放款");
  await payout.getByLabel("支付方式").click();
  await choose(page, "银行卡");
  await payout.getByLabel("流水号").fill(receipt);
  await decide(payout, "确认已放款");
  await row.getByText("待还款", { exact: true }).waitFor();
}

/** Waits until a dialog shows figures that may be acted on, and answers its button. */
export async function readyTo(opened: Locator, button: string): Promise<Locator> {
  const ok = opened.getByRole("button", { name: button, exact: true });
  await expect.poll(() => ok.isEnabled()).toBe(true);
  return ok;
}

/** The figures that a dialog lists, by their labels. */
export async function figuresOf(opened: Locator): Promise<Record<string, string>> {
  const list = opened.locator("dl.verb-figures");
  const labels = await list.locator("dt").allInnerTexts();
  const amounts = await list.locator("dd").allInnerTexts();
  return Object.fromEntries(
    labels.map((label, at) => [label, (amounts[at] ?? "").replace(/\s*元$/, "")]),
  );
}

/** What the records tab or the bill says, row by row and cell by cell. */
export async function ledgerRows(order: Locator, name: string): Promise<string[][]> {
  const rows = order.getByRole("table", { name, exact: true }).locator("tbody tr");
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.innerText.replaceAll(/\s+/g, " ").trim()),
    ),
  );
}

/** Waits for a time line of these kinds of events, oldest first. */
export async function expectEvents(order: Locator, kinds: string) {
  const line = order.getByRole("region", { name: "订单日志" }).locator("li");
  const told = () =>
    line.evaluateAll((all) => all.map((entry) => entry.firstElementChild?.textContent ?? ""));
  await expect.poll(async () => (await told()).toReversed().join(" ")).toBe(kinds);
}

/** Runs the check of the books, which must find nothing. */
export async function expectCheckPasses(page: Page, orders: number) {
  await page.goto("/#/zijin/jiancha");
  await pane(page).getByRole("button", { name: "开始检查" }).click();
  await pane(page).getByText(`共核对 ${orders} 个订单`).waitFor();
  await pane(page).getByText("全部通过").waitFor();
}
