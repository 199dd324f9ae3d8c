import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, useStage } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct } from "../support/loans";
import {
  approve,
  choose,
  closeOrder,
  countOf,
  decide,
  expectCheckPasses,
  fillApplication,
  ledgerRows,
  openOrder,
  openOrders,
  payOut,
  readyTo,
  sayPaid,
  showOrders,
  stepOf,
  submitApplication,
  turnTo,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: "2024-03-01T09:00:00" });

async function applyAndPayOut(page: Page): Promise<string> {
  const form = await fillApplication(page, {
    lastFour: "0002",
    customer: "钱晚",
    product: "极速贷",
    yuan: "10000",
    term: "12 期",
    account: "支付宝",
  });
  const bianhao = await submitApplication(page, form);
  const row = rowWith(page, bianhao);
  await approve(page, row);
  await payOut(page, row, "F-2024-1");
  return bianhao;
}

/** The colour a person sees. */
function colourOf(text: Locator): Promise<string> {
  return text.evaluate((element) => getComputedStyle(element).color);
}

async function expectRed(text: Locator) {
  const [red = 0, green = 0, blue = 0] = (await colourOf(text)).match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(150);
  expect(Math.max(green, blue)).toBeLessThan(90);
}

/** Confirms with an earlier value date; answers what the dialog then asked for. */
async function repayAsOf(page: Page, order: Locator, day: string): Promise<string> {
  await stepOf(order, "确认还款").click();
  const confirm = verb(page, "确认还款");
  await readyTo(confirm, "确认到账");
  const asked = confirm.locator(".verb-sentence strong");
  // 888.49 and 39 days at 0.05 %.
  expect(await asked.innerText()).toBe("905.82");
  await shoot(page, "overdue-confirm-today");
  await confirm.getByLabel("到账日期").fill(day);
  await page.keyboard.press("Enter");
  // Ten days only.
  await expect.poll(() => asked.innerText()).toBe("892.93");
  await readyTo(confirm, "确认到账");
  await shoot(page, "overdue-confirm-value-date");
  const shown = await asked.innerText();
  await sayPaid(page, confirm);
  await decide(confirm, "确认到账");
  return shown;
}

it(
  "a loan falls overdue, is paid once, written off and partly recovered",
  { timeout: 90_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    await addProduct(admin);
    await addBorrower(admin, "钱晚", "13800000002");
    const page = await openOrders(stage);
    const bianhao = await applyAndPayOut(page);

    await stage.moveTo("2024-05-10T09:00:00");
    await page.reload();
    await showOrders(page);
    const row = rowWith(page, bianhao);
    await expectRed(row.getByText("逾期 39 天"));
    await countOf(page, "逾期").getByText("1", { exact: true }).waitFor();
    await countOf(page, "逾期").click();
    await row.waitFor();
    await shoot(page, "overdue-list");

    const order = await openOrder(page, bianhao);
    await expectRed(order.getByRole("definition").getByText("逾期 39 天"));
    await turnTo(order, "账单详情");
    const bill = order.getByRole("table", { name: "账单" });
    await expectRed(bill.getByText("逾期 39 天"));
    await expectRed(bill.getByText("逾期 9 天"));
    expect(await order.getByRole("button", { name: "展期" }).count()).toBe(0);
    await bill.getByRole("button", { name: "17.33" }).hover();
    const why = page.getByRole("tooltip").filter({ hasText: "为什么是这个数" });
    await why.getByRole("row", { name: /逾期费.*888\.49.*39.*17\.33/ }).waitFor();
    await shoot(page, "overdue-why");
    await page.mouse.move(0, 0);

    const charged = await repayAsOf(page, order, "2024-04-11");
    await bill.getByText("已还款 892.93").waitFor();
    await order.getByRole("definition").getByText("逾期 9 天").waitFor();
    await turnTo(order, "还款记录");
    await order.getByRole("cell", { name: "第1期还款" }).waitFor();
    const [paid = []] = await ledgerRows(order, "还款记录");
    expect(paid.slice(2, 7)).toEqual([charged, "0.00", charged, "是", "2024-04-01"]);
    expect(paid.at(-1)).toMatch(/^2024-04-11/);
    await shoot(page, "overdue-records");
    await turnTo(order, "账单详情");
    await writeOffAndRecover(page, order);
  },
);

async function writeOffAndRecover(page: Page, order: Locator) {
  const state = (name: string) => order.getByRole("definition").getByText(name, { exact: true });
  await order.getByRole("button", { name: "核销" }).click();
  const loss = verb(page, "核销");
  await readyTo(loss, "确认核销");
  expect(await loss.innerText()).toMatch(/剩余本金\s*9,211\.51\s*元记为贷款损失/);
  await loss.getByRole("button", { name: "确认核销" }).click();
  await loss.getByText("请输入原因").waitFor();
  await loss.getByLabel("原因").fill("客户失联，两期未还");
  await shoot(page, "overdue-write-off");
  await decide(loss, "确认核销");
  await state("已核销").waitFor();

  await order.getByRole("button", { name: "收回" }).click();
  const recovery = verb(page, "核销收回");
  await recovery.getByLabel("收回金额").fill("500");
  await recovery.getByLabel("支付方式").click();
  await choose(page, "银行卡");
  await recovery.getByRole("button", { name: "确认收回" }).click();
  await recovery.getByText("请输入流水号").waitFor();
  await recovery.getByLabel("流水号").fill("SH-2024-1");
  await shoot(page, "overdue-recovery");
  await decide(recovery, "确认收回");
  await turnTo(order, "还款记录");
  await order.getByRole("cell", { name: "核销收回" }).waitFor();
  expect((await ledgerRows(order, "还款记录"))[0]?.slice(2, 5)).toEqual([
    "500.00",
    "0.00",
    "500.00",
  ]);

  await turnTo(order, "账单详情");
  await order.getByRole("button", { name: "撤销" }).click();
  const undo = verb(page, "撤销");
  await undo.getByText("核销收回").waitFor();
  await undo.getByLabel("原因").fill("记在了别的订单");
  await shoot(page, "overdue-undo");
  await decide(undo, "确认撤销");
  await turnTo(order, "还款记录");
  await order
    .getByRole("row", { name: /核销收回/ })
    .getByText("已撤销")
    .waitFor();
  await state("已核销").waitFor();
  await shoot(page, "overdue-end");
  await closeOrder(order);
  await expectCheckPasses(page, 1);
}
