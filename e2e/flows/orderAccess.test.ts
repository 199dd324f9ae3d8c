import { expect, it } from "vitest";
import { Api, makeColleague, makeUser } from "../support/api";
import { pane, shoot, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend, type Applied } from "../support/loans";
import {
  closeOrder,
  countOf,
  openOrder,
  openOrders,
  stepOf,
  turnTo,
} from "../support/orderScreens";

let admin: Api;
let product: number;
let paidOut: Applied;
const stage = useStage({
  clock: workday,
  prepare: async (signedIn) => {
    admin = signedIn;
    product = await addProduct(admin);
    paidOut = await lend(admin, product, await addBorrower(admin, "冯远", "13800000006"));
  },
});

it("someone without a permission does not see its button", { timeout: 60_000 }, async () => {
  const borrower = await addBorrower(admin, "陈等", "13800000007");
  const waiting = await apply(admin, product, borrower);
  const auditor = await makeColleague(admin, "shenji_jia", "审计员");
  const page = await openOrders(stage, auditor);
  for (const { bianhao } of [paidOut, waiting]) {
    const buttons = rowWith(page, bianhao).locator(".row-actions").getByRole("button");
    expect(await buttons.allInnerTexts()).toEqual(["详情"]);
  }
  for (const name of ["新增订单", "导出"])
    expect(await pane(page).getByRole("button", { name }).count(), name).toBe(0);
  const order = await openOrder(page, paidOut.bianhao);
  await turnTo(order, "账单详情");
  await order.getByRole("table", { name: "账单" }).getByText("还款中").waitFor();
  for (const name of ["确认还款", "展期", "提前结清", "设置优惠", "撤销", "核销"])
    expect(await order.getByRole("button", { name }).count(), name).toBe(0);
  await shoot(page, "access-auditor");
});

it("finance takes money in but neither reviews nor takes back", { timeout: 60_000 }, async () => {
  const finance = await makeColleague(admin, "caiwu_bing", "财务");
  const page = await openOrders(stage, finance);
  const order = await openOrder(page, paidOut.bianhao);
  await turnTo(order, "账单详情");
  await stepOf(order, "确认还款").waitFor();
  await stepOf(order, "提前结清").waitFor();
  for (const name of ["设置优惠", "撤销", "核销"])
    expect(await order.getByRole("button", { name }).count(), name).toBe(0);
  await closeOrder(order);
  expect(await pane(page).getByRole("button", { name: "审核", exact: true }).count()).toBe(0);
});

it("an order of someone else's customer is not there", { timeout: 60_000 }, async () => {
  const clerk = await makeUser(
    admin,
    "yewu_jia",
    ["订单列表", "还款记录", "订单日志", "资金流水"],
    "BENREN",
  );
  const own = await addBorrower(admin, "褚近", "13800000008", { genjinrenId: clerk.id });
  const mine = await lend(admin, product, own);
  const page = await openOrders(stage, clerk);
  await rowWith(page, mine.bianhao).waitFor();
  expect(await rowWith(page, paidOut.bianhao).count()).toBe(0);
  await countOf(page, "全部").getByText("1", { exact: true }).waitFor();
  await shoot(page, "access-own");
  for (const route of ["/dingdan/xingqing", "/log", "/zijin/liushui"]) {
    await page.goto(`/#${route}`);
    await rowWith(page, mine.bianhao).first().waitFor();
    expect(await rowWith(page, paidOut.bianhao).count(), route).toBe(0);
  }
  const sums = pane(page).getByRole("region", { name: "合计" });
  await sums.getByText("与总账一致").waitFor();
  // Of the two payouts, only the one within reach.
  expect((await sums.locator("dd").allInnerTexts())[1]).toBe("10,000.00");
  await page.goto(`/#/dingdan?bianhao=${paidOut.bianhao}`);
  await pane(page).getByText("共 0 条").waitFor();
  const as = await Api.signedIn(stage.server.url, clerk.loginName, clerk.password);
  await expect(as.get(`/api/app/dingdan/weapp/findById/${paidOut.id}`)).rejects.toThrow("2004");
});
