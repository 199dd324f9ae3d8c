import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Api } from "../support/api";
import { pane, shoot, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, lend, type Applied } from "../support/loans";
import {
  choose,
  decide,
  expectCheckPasses,
  expectEvents,
  ledgerRows,
  openOrder,
  openOrders,
  readyTo,
  turnTo,
  verb,
} from "../support/orderScreens";
import { workbook } from "../support/xlsx";

let admin: Api;
let order: Applied;
let other: Applied;
const stage = useStage({
  clock: workday,
  prepare: async (signedIn) => {
    admin = signedIn;
    const product = await addProduct(admin);
    order = await lend(admin, product, await addBorrower(admin, "郑分", "13800000031"));
    other = await lend(admin, product, await addBorrower(admin, "卫清", "13800000032"));
  },
});

/** Fills in a receipt and waits until it says where it goes. */
async function typeReceipt(page: Page, yuan: string, number: string): Promise<Locator> {
  const receive = verb(page, "登记到账");
  await receive.getByLabel("到账金额").fill(yuan);
  await receive.getByLabel("支付方式").click();
  await choose(page, "银行卡");
  await receive.getByLabel("流水号").fill(number);
  await receive.getByRole("table", { name: "到账分配" }).waitFor();
  return receive;
}

it("a part, then the rest and more, and all of it taken back", { timeout: 90_000 }, async () => {
  const page = await openOrders(stage);
  const shown = await openOrder(page, order.bianhao);
  await turnTo(shown, "账单详情");
  const before = await ledgerRows(shown, "账单");
  await shown.getByRole("button", { name: "登记到账" }).click();
  const part = await typeReceipt(page, "200", "R1");
  await readyTo(part, "确认到账 200.00 元");
  await part.getByText("待还 688.49").waitFor();
  await shoot(page, "receipt-part");
  await decide(part, "确认到账 200.00 元");
  await shown.getByText("已还 200.00 · 待还 688.49").waitFor();
  await shoot(page, "receipt-plan");

  await shown.getByRole("button", { name: "登记到账" }).click();
  const more = await typeReceipt(page, "1600", "R2");
  const rows = await ledgerRows(more, "到账分配");
  expect(rows.map((cells) => [cells[0], cells.at(-2), cells.at(-1)])).toEqual([
    ["第1期", "688.49", "还清"],
    ["第2期", "888.49", "还清"],
    ["第3期", "23.02", "待还 865.47"],
  ]);
  await readyTo(more, "确认到账 1,600.00 元");
  await shoot(page, "receipt-many");
  await decide(more, "确认到账 1,600.00 元");
  await shown.getByText("已还 23.02 · 待还 865.47").waitFor();
  await expectEvents(shown, "提交 审核 放款 到账 到账");
  await turnTo(shown, "还款记录");
  const records = await ledgerRows(shown, "还款记录");
  expect(records.map((cells) => cells[0])).toEqual(
    expect.arrayContaining(["第1期部分还款", "第1期还款", "第2期还款", "第3期部分还款"]),
  );

  await turnTo(shown, "账单详情");
  for (const name of ["到账 1,600.00 元", "到账 200.00 元"]) {
    await shown.getByRole("button", { name: "撤销" }).click();
    const undo = verb(page, "撤销");
    await undo.getByText(name, { exact: true }).waitFor();
    await undo.getByLabel("原因").fill("认错客户");
    await readyTo(undo, "确认撤销");
    await decide(undo, "确认撤销");
  }
  await expect.poll(() => ledgerRows(shown, "账单")).toEqual(before);
  await expectOneMovement(page);
});

/** In the cash book a receipt is one line, taken back or not, and opens to what it paid. */
async function expectOneMovement(page: Page) {
  await page.goto("/#/zijin/liushui");
  await page.getByRole("region", { name: "合计" }).getByText("与总账一致").waitFor();
  const words = "第1期还款，第2期还款，第3期部分还款";
  const line = pane(page).getByRole("row").filter({ hasText: words });
  await line.getByText("已撤销").waitFor();
  await line.getByRole("button", { name: "1,600.00" }).click();
  const shares = await ledgerRows(page.locator("body"), "分配明细");
  expect(shares.map((cells) => [cells[0], cells.at(-2), cells.at(-1)])).toEqual([
    ["第1期", "688.49", "还清"],
    ["第2期", "888.49", "还清"],
    ["第3期", "23.02", "部分还款"],
  ]);
  await shoot(page, "cash-book-parts");
}

it(
  "the instalment with one click, and too much is refused in place",
  { timeout: 60_000 },
  async () => {
    const page = await openOrders(stage);
    await rowWith(page, other.bianhao).getByRole("button", { name: "更多" }).click();
    await page.getByRole("menuitem", { name: "登记到账" }).click();
    const receive = verb(page, "登记到账");
    await receive.getByLabel("到账金额").fill("99999999");
    await receive
      .getByText(/超过待还合计/)
      .first()
      .waitFor();
    expect(await receive.getByRole("button", { name: /^确认到账/ }).isEnabled()).toBe(false);
    await receive.getByRole("button", { name: /^本期/ }).click();
    await receive.getByText("还清", { exact: true }).waitFor();
    expect(await receive.getByLabel("到账金额").inputValue()).toBe("888.49");
    await shoot(page, "receipt-refused");
  },
);

/** The whole dialog is in sight, its button too, and the lines alone scroll. */
async function expectFits(page: Page, dialog: Locator) {
  const button = await dialog.getByRole("button", { name: /^入账 / }).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect((button?.y ?? height) + (button?.height ?? 0)).toBeLessThanOrEqual(height);
  const scrolling = await dialog.evaluate((root) => {
    const all = [...root.querySelectorAll("*")];
    return all
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY))
      .map((one) => one.className);
  });
  expect(scrolling).toEqual(["statement-lines"]);
}

it("a bank statement is shown before it is booked", { timeout: 90_000 }, async () => {
  const page = await openOrders(stage);
  await pane(page).getByRole("button", { name: "导入到账" }).click();
  const dialog = page.getByRole("dialog", { name: "导入到账" });
  const day = workday.slice(0, 10);
  const file = workbook([
    ["流水号", "日期", "金额", "订单号", "手机号后四位", "姓名", "摘要"],
    ["B1", day, "100.00", order.bianhao, "", "", "转账"],
    ["B2", day, "888.49", "", "0032", "卫清", "还款"],
    ["B2", day, "1.00", order.bianhao, "", "", ""],
    ["B3", day, "5.00", "D000", "", "", ""],
    ...Array.from({ length: 20 }, (_, at) => [`C${at}`, day, "5.00", "D000", "", "", "对公转账"]),
  ]);
  await dialog.getByLabel("选择到账流水").setInputFiles({
    name: "liushui.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: file,
  });
  await dialog.getByText(/共 24 行，可入账 2 行/).waitFor();
  await dialog.getByText("没有这个订单号").first().waitFor();
  await dialog.getByText("流水号与第3行相同").waitFor();
  await dialog.getByRole("cell", { name: "转账", exact: true }).waitFor();
  await expectFits(page, dialog);
  await shoot(page, "statement");
  await dialog.getByRole("button", { name: "入账 2 笔 988.49 元" }).click();
  await expect.poll(() => dialog.getByText("已入账", { exact: true }).count()).toBe(2);
  await shoot(page, "statement-done");
  await dialog.getByRole("button", { name: "关闭", exact: true }).last().click();
  await expectCheckPasses(page, 2);
});
