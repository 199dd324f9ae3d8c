import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { shoot, useStage, workday } from "../support/browser";
import { addBorrower, addProduct, lend } from "../support/loans";
import {
  decide,
  ledgerRows,
  openOrder,
  openOrders,
  readyTo,
  sayPaid,
  stepOf,
  turnTo,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: workday });

/** Opens the order and its confirmation, up to the last click. */
async function prepare(page: Page, bianhao: string): Promise<[Locator, Locator]> {
  const order = await openOrder(page, bianhao);
  await turnTo(order, "账单详情");
  await stepOf(order, "确认还款").click();
  const confirm = verb(page, "确认还款");
  await readyTo(confirm, "确认到账");
  await sayPaid(page, confirm);
  return [order, confirm];
}

it(
  "two operators confirm the same repayment, and it counts once",
  { timeout: 60_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    const product = await addProduct(admin);
    const { bianhao } = await lend(admin, product, await addBorrower(admin, "郑双", "13800000005"));
    const first = await makeColleague(admin, "caiwu_jia", "财务");
    const second = await makeColleague(admin, "caiwu_yi", "财务");
    const hers = await openOrders(stage, first);
    const his = await openOrders(stage, second);
    const [herOrder, herConfirm] = await prepare(hers, bianhao);
    const [hisOrder, hisConfirm] = await prepare(his, bianhao);

    await decide(herConfirm, "确认到账");
    await herOrder.getByRole("cell", { name: "已还款 888.49" }).waitFor();
    await hisConfirm.getByRole("button", { name: "确认到账" }).click();
    await his.getByText("第1期已还款，请刷新后再试").waitFor();
    await hisConfirm.getByText("第 1 期已不是待确认的一期").waitFor();
    await shoot(his, "two-operators-301");
    expect(await hisConfirm.getByRole("button", { name: "确认到账" }).isEnabled()).toBe(false);
    await hisConfirm.getByRole("button", { name: "取消", exact: true }).click();

    // What he sees now is what she did.
    await hisOrder.getByRole("cell", { name: "已还款 888.49" }).waitFor();
    await turnTo(hisOrder, "还款记录");
    await hisOrder.getByRole("cell", { name: "第1期还款" }).waitFor();
    expect((await ledgerRows(hisOrder, "还款记录")).map(([what]) => what)).toEqual([
      "第1期还款",
      "放款",
    ]);
    await hisOrder.getByText("员工caiwu_jia").waitFor();
    await shoot(his, "two-operators-after");
  },
);
