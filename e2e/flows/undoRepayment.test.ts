import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, useStage, workday } from "../support/browser";
import { addBorrower, addProduct, lend } from "../support/loans";
import {
  decide,
  expectEvents,
  ledgerRows,
  openOrder,
  openOrders,
  readyTo,
  sayPaid,
  showOrders,
  stepOf,
  turnTo,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: workday });

/** Opens the undo of an order and writes down why, up to the last click. */
async function prepareUndo(page: Page, order: Locator): Promise<Locator> {
  await order.getByRole("button", { name: "撤销" }).click();
  const undo = verb(page, "撤销");
  await undo.getByText("第1期还款", { exact: true }).waitFor();
  await undo.getByLabel("原因").fill("记错了客户");
  await readyTo(undo, "确认撤销");
  return undo;
}

it(
  "a repayment is taken back once, however many tabs ask for it",
  { timeout: 60_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    const product = await addProduct(admin);
    const { bianhao } = await lend(admin, product, await addBorrower(admin, "吴悔", "13800000004"));
    const page = await openOrders(stage);
    const order = await openOrder(page, bianhao);
    await turnTo(order, "账单详情");
    const before = await ledgerRows(order, "账单");
    await stepOf(order, "确认还款").click();
    await sayPaid(page, verb(page, "确认还款"));
    await decide(verb(page, "确认还款"), "确认到账");
    await order.getByRole("cell", { name: "已还款 888.49" }).waitFor();

    const second = await page.context().newPage();
    await showOrders(second);
    const sameOrder = await openOrder(second, bianhao);
    await turnTo(sameOrder, "账单详情");
    const undo = await prepareUndo(page, order);
    const lateUndo = await prepareUndo(second, sameOrder);
    await shoot(page, "undo-named");
    await decide(undo, "确认撤销");
    await order.getByRole("cell", { name: "已还款 888.49" }).waitFor({ state: "detached" });
    await expect.poll(() => ledgerRows(order, "账单")).toEqual(before);
    // The button that was pressed is another one now; the focus is still where it was worked.
    await expect
      .poll(() => order.evaluate((dialog) => dialog.contains(document.activeElement)))
      .toBe(true);

    await lateUndo.getByRole("button", { name: "确认撤销" }).click();
    await lateUndo.getByText("“第1期还款”已不是最近一次操作").waitFor();
    // Said once, where it was decided.
    expect(await second.getByText(/请刷新后再试/).count()).toBe(0);
    // Not the payout instead, which is now the newest.
    expect(await lateUndo.getByRole("button", { name: "确认撤销" }).isEnabled()).toBe(false);
    await shoot(second, "undo-late");
    await lateUndo.getByRole("button", { name: "取消", exact: true }).click();
    // The screen behind has caught up, and the payout stands.
    await sameOrder.getByRole("cell", { name: "已还款 888.49" }).waitFor({ state: "detached" });
    await sameOrder.getByRole("definition").getByText("待还款", { exact: true }).waitFor();
    await expect.poll(() => ledgerRows(sameOrder, "账单")).toEqual(before);
    await expectEvents(sameOrder, "提交 审核 放款 还款 撤销");
    await turnTo(sameOrder, "还款记录");
    await expectStruck(sameOrder);
    await shoot(second, "undo-record");
  },
);

/** One record stands, and the other is still there to read, struck through. */
async function expectStruck(order: Locator) {
  const records = order.getByRole("table", { name: "还款记录" });
  const taken = records.getByRole("row", { name: /第1期还款/ });
  await taken.getByText("已撤销").waitFor();
  expect(await line(taken)).toBe("line-through");
  expect(await line(records.getByRole("row", { name: /放款/ }))).toBe("none");
  expect(await ledgerRows(order, "还款记录")).toHaveLength(2);
}

function line(row: Locator): Promise<string> {
  return row
    .getByRole("cell")
    .nth(4)
    .evaluate((cell) => getComputedStyle(cell).textDecorationLine);
}
