import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, useStage } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addAccount, addBorrower, addProduct } from "../support/loans";
import {
  approve,
  closeOrder,
  countOf,
  decide,
  expectCheckPasses,
  expectEvents,
  figuresOf,
  fillApplication,
  ledgerRows,
  openOrder,
  openOrders,
  payOut,
  readyTo,
  sayPaid,
  stepOf,
  submitApplication,
  turnTo,
  verb,
} from "../support/orderScreens";

// The dates of the plan do not depend on the day of the test.
const stage = useStage({ clock: "2024-03-01T09:00:00" });

/** Due, discount and paid, as a dialog promised them or a record tells them. */
type Movement = [due: string, discount: string, paid: string];

/** Confirms the next instalment of the bill; answers what the dialog said would come in. */
async function repay(page: Page, order: Locator): Promise<Movement> {
  await stepOf(order, "确认还款").click();
  const confirm = verb(page, "确认还款");
  await readyTo(confirm, "确认到账");
  const asked = await confirm.locator(".verb-sentence strong").innerText();
  const figures = await figuresOf(confirm);
  if (figures["优惠"]) await shoot(page, "life-confirm-discount");
  await sayPaid(page, confirm);
  await decide(confirm, "确认到账");
  // The question names what should arrive; with a discount the figures lead there from what is due.
  return [figures["本期应还"] ?? asked, figures["优惠"]?.replace("−", "") ?? "0.00", asked];
}

async function setDiscount(page: Page, order: Locator, yuan: string) {
  await order.getByRole("button", { name: "设置优惠" }).click();
  const discount = verb(page, "设置优惠");
  expect((await discount.boundingBox())?.width).toBe(700);
  await discount.getByLabel("优惠金额").fill(yuan);
  await shoot(page, "life-discount");
  await decide(discount, "保存优惠");
}

async function extend(page: Page, order: Locator): Promise<Movement> {
  await stepOf(order, "展期").click();
  const extension = verb(page, "展期");
  await readyTo(extension, "确认展期");
  expect(await extension.innerText()).toMatch(/展期费\s*22\.83\s*元，确认展期？/);
  expect(await extension.innerText()).toContain("顺延 7 天");
  await sayPaid(page, extension);
  const fee = await extension.locator(".verb-sentence strong").innerText();
  await shoot(page, "life-extension");
  await decide(extension, "确认展期");
  return [fee, "0.00", fee];
}

async function prepay(page: Page, order: Locator): Promise<Record<string, string>> {
  await stepOf(order, "提前结清").click();
  const all = verb(page, "提前结清");
  await readyTo(all, "确认结清");
  const figures = await figuresOf(all);
  await shoot(page, "life-prepay");
  await sayPaid(page, all);
  await decide(all, "确认结清");
  return figures;
}

it("a loan lives from the application to its last fen", { timeout: 60_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  await addProduct(admin, "安心贷", { qianzhifeilv: 10_000 });
  const borrower = await addBorrower(admin, "周全", "13812345678");
  await addAccount(admin, borrower.id, { type: "WEIXIN", shoukuanzhanghao: "zhouquan88" });
  const page = await openOrders(stage);

  const form = await fillApplication(page, {
    lastFour: "5678",
    customer: "周全",
    product: "安心贷",
    yuan: "10000",
    term: "12 期",
    account: "微信",
  });
  const trial = form.getByRole("region", { name: "试算" });
  // 888.49 eleven times and 888.47, and 1 % of the principal at payout.
  await trial.getByText("10,761.86", { exact: true }).waitFor();
  const tried = await ledgerRows(form, "还款计划");
  expect(tried).toHaveLength(12);
  await shoot(page, "life-application");
  const bianhao = await submitApplication(page, form);
  const row = rowWith(page, bianhao);
  await approve(page, row);
  await payOut(page, row, "F-2026-1");

  const order = await openOrder(page, bianhao);
  await turnTo(order, "借款详情");
  expect(await ledgerRows(order, "还款计划")).toEqual(tried);
  await turnTo(order, "账单详情");
  const first = await repay(page, order);
  await order.getByRole("cell", { name: "已还款 888.49" }).waitFor();
  await setDiscount(page, order, "50");
  await order.getByText("50.00", { exact: true }).waitFor();
  const second = await repay(page, order);
  await order.getByRole("cell", { name: "已还款 838.49" }).waitFor();
  const third = await repay(page, order);
  await expect.poll(() => order.getByRole("cell", { name: "已还款 888.49" }).count()).toBe(2);
  const fee = await extend(page, order);
  await order.getByText("1 次", { exact: true }).waitFor();
  await setDiscount(page, order, "10");
  await order.getByText("10.00", { exact: true }).waitFor();
  const figures = await prepay(page, order);
  await order.getByRole("definition").getByText("已结清", { exact: true }).waitFor();

  expect([first, second, third]).toEqual([
    ["888.49", "0.00", "888.49"],
    ["888.49", "50.00", "838.49"],
    ["888.49", "0.00", "888.49"],
  ]);
  expect(figures).toEqual({
    剩余本金: "7,610.80",
    违约金: "38.05",
    优惠: "−10.00",
    合计: "7,638.85",
  });
  await expectPlanPaid(order);
  await turnTo(order, "还款记录");
  await order.getByRole("cell", { name: "提前还款" }).waitFor();
  expect((await ledgerRows(order, "还款记录")).map(told)).toEqual([
    ["提前还款", "7,648.85", "10.00", figures["合计"]],
    ["第4期展期7天", ...fee],
    ["第3期还款", ...third],
    ["第2期还款", ...second],
    ["第1期还款", ...first],
    ["前置费", "100.00", "0.00", "100.00"],
    ["放款", "-10,000.00", "0.00", "-10,000.00"],
  ]);
  await shoot(page, "life-records");
  await expectEvents(order, "提交 审核 放款 还款 设置优惠 还款 还款 展期 设置优惠 提前还款");
  await closeOrder(order);
  await row.getByText("已结清", { exact: true }).waitFor();
  await countOf(page, "已结清").getByText("1", { exact: true }).waitFor();
  await expectBooksAgree(page);
});

/** Of a record: what it was, due, discount and paid. */
function told([what = "", , due = "", discount = "", paid = ""]: string[]): string[] {
  return [what, due, discount, paid];
}

/** Nothing is left to do: all is paid, and the extension moved the dates from the fourth on. */
async function expectPlanPaid(order: Locator) {
  const bill = await ledgerRows(order, "账单");
  const days = bill.map(([, day = ""]) => day.replace("年", "-").replace(/月(\d+)日/, "-$1"));
  expect(days.slice(0, 4).join(" ")).toBe("2024-04-01 2024-05-01 2024-06-01 2024-07-08");
  expect(days.slice(4, 8).join(" ")).toBe("2024-08-08 2024-09-08 2024-10-08 2024-11-08");
  expect(days.slice(8).join(" ")).toBe("2024-12-08 2025-01-08 2025-02-08 2025-03-08");
  expect(bill.filter((cells) => !cells.at(-1)?.startsWith("已还款"))).toEqual([]);
  for (const name of ["确认还款", "展期", "设置优惠", "提前结清"])
    expect(await order.getByRole("button", { name }).count(), name).toBe(0);
}

/** The sums of the cash book are those of the journal, and the check finds nothing. */
async function expectBooksAgree(page: Page) {
  await page.goto("/#/zijin/liushui");
  const sums = pane(page).getByRole("region", { name: "合计" });
  await sums.getByText("与总账一致").waitFor();
  // 3 × 888.49 − 50.00 + 22.83 + 7 638.85 + 100.00 against 10 000.00.
  const net = "377.15";
  const shown = (await sums.locator("dd").allInnerTexts()).join(" ");
  expect(shown).toBe(`10,377.15 10,000.00 0.00 ${net} 7 ${net}`);
  await shoot(page, "life-cash-book");
  await page.goto("/#/zijin/zongzhang");
  await pane(page).getByText("借贷平衡").waitFor();
  await expectCheckPasses(page, 1);
}
