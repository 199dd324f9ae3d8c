import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { shoot, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend } from "../support/loans";
import {
  decide,
  ledgerRows,
  openOrder,
  openOrders,
  readyTo,
  sayPaid,
  sayYes,
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
    await hisConfirm.getByText("第 1 期已不是待确认的一期").waitFor();
    // Said once, where it was decided.
    expect(await his.getByText(/请刷新后再试/).count()).toBe(0);
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

it("who reviews second is told who was first", { timeout: 60_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const product = await addProduct(admin);
  const { bianhao } = await apply(admin, product, await addBorrower(admin, "冯二", "13800000006"));
  const colleague = await makeColleague(admin, "shenhe_jia", "审核员");
  const hers = await openOrders(stage, colleague);
  const his = await openOrders(stage);
  for (const page of [hers, his]) {
    await rowWith(page, bianhao).getByRole("button", { name: "审核" }).click();
    await sayYes(verb(page, "审核"));
  }
  await decide(verb(hers, "审核"), "确认通过");
  const late = verb(his, "审核");
  await late.getByRole("button", { name: "确认通过" }).click();
  await late.getByText("该订单已由 员工shenhe_jia 审核通过，现在是“待放款”。").waitFor();
  await shoot(his, "review-late");
  expect(await late.getByRole("button", { name: "确认通过" }).isEnabled()).toBe(false);
  await late.locator(".ant-modal-footer").getByRole("button", { name: "关闭" }).click();
  await late.waitFor({ state: "detached" });
});
