import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addAccount, addBorrower, addProduct } from "../support/loans";
import {
  approve,
  choose,
  decide,
  expectEvents,
  fillApplication,
  ledgerRows,
  openOrder,
  openOrders,
  payOut,
  submitApplication,
  turnTo,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: workday });
const reason = "银行退回：账户已注销";

it("a payout comes back, and goes out again to another account", { timeout: 60_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  await addProduct(admin);
  const borrower = await addBorrower(admin, "孙退", "13800000003");
  await addAccount(admin, borrower.id, {
    type: "YINHANGKA",
    zhanghao: "4111111111111111",
    yhkKaihuhang: "招商银行",
    yhkXingming: "孙退",
    yhkYuliushouji: "13800000003",
    yhkShenfenzhenghao: "11010519491231002X",
  });
  const page = await openOrders(stage);
  const form = await fillApplication(page, {
    lastFour: "0003",
    customer: "孙退",
    product: "极速贷",
    yuan: "5000",
    term: "6 期",
    account: "支付宝",
  });
  const bianhao = await submitApplication(page, form);
  const row = rowWith(page, bianhao);
  await approve(page, row);

  await row.getByRole("button", { name: "放款" }).click();
  const payout = verb(page, "放款");
  await payout.getByLabel("放款失败").check();
  await payout.getByRole("button", { name: "登记失败" }).click();
  await payout.getByText("请输入失败原因").waitFor();
  await payout.getByLabel("失败原因").fill(reason);
  await shoot(page, "payout-failing");
  await decide(payout, "登记失败");
  await row.getByText("放款失败", { exact: true }).waitFor();

  const order = await openOrder(page, bianhao);
  await order.getByRole("tabpanel", { name: "订单详情" }).getByText(reason).waitFor();
  await expectEvents(order, "提交 审核 放款失败");
  await turnTo(order, "还款记录");
  await order.getByText("还没有还款记录").waitFor();
  await shoot(page, "payout-failed");

  await order.getByRole("button", { name: "重新放款" }).click();
  const again = verb(page, "重新放款");
  await again.getByText(reason).waitFor();
  await again.getByLabel("收款账户").click();
  await choose(page, "招商银行");
  await again.getByRole("alert").getByText("审核时留存的账户将换成所选账户").waitFor();
  await again.getByLabel("备注").fill("客户换了银行卡");
  await shoot(page, "payout-again");
  await decide(again, "重新放款");
  await order.getByRole("definition").getByText("待放款", { exact: true }).waitFor();

  await payOut(page, order, "F-2-1");
  await turnTo(order, "收款账户");
  const account = order.getByRole("tabpanel", { name: "收款账户" });
  await account.getByText("招商银行").waitFor();
  expect(await account.innerText()).toMatch(/银行卡[\s\S]*1111/);
  expect(await account.innerText()).not.toContain("支付宝");
  await shoot(page, "payout-account");
  await turnTo(order, "订单详情");
  const facts = await order.getByRole("tabpanel", { name: "订单详情" }).innerText();
  expect(facts).toContain("招商银行 尾号1111");
  expect(facts).not.toContain(reason);
  await turnTo(order, "还款记录");
  expect((await ledgerRows(order, "还款记录")).map((cells) => cells[4])).toEqual(["-5,000.00"]);
  await expectEvents(order, "提交 审核 放款失败 重新放款 放款");
});
