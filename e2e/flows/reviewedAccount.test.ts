import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addAccount, addBorrower, addProduct, apply } from "../support/loans";
import {
  decide,
  openOrder,
  openOrders,
  payOut,
  sayYes,
  turnTo,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: workday });

it("money goes to the account that was reviewed", { timeout: 60_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const projectId = await addProduct(admin);
  const borrower = await addBorrower(admin, "周审", "13800000007");
  const card = await addAccount(admin, borrower.id, {
    type: "YINHANGKA",
    zhanghao: "4111111111111111",
    yhkKaihuhang: "招商银行",
    yhkXingming: "周审",
    yhkYuliushouji: "13800000007",
    yhkShenfenzhenghao: "11010519491231002X",
  });
  const { bianhao } = await apply(admin, projectId, { id: borrower.id, accountId: card });
  const page = await openOrders(stage);
  const row = rowWith(page, bianhao);
  await row.getByRole("button", { name: "审核" }).click();
  const review = verb(page, "审核");
  await review.getByRole("region", { name: "收款账户" }).getByText("招商银行").waitFor();
  await sayYes(review);
  await review.getByLabel("批复金额").fill("123.45");
  await review.getByText(/批复金额须不低于/).waitFor();
  await shoot(page, "review-account");
  await review.getByLabel("批复金额").fill("");
  await decide(review, "确认通过");

  // Whoever edits the account now changes no order.
  const edit = { id: card, zhanghao: "5555555555554444", yhkKaihuhang: "建设银行" };
  await admin.post("/api/app/user/shoukuan/edit", edit);
  await payOut(page, row, "F-7-1");
  const order = await openOrder(page, bianhao);
  await turnTo(order, "收款账户");
  const account = order.getByRole("tabpanel", { name: "收款账户" });
  await account.getByText("招商银行").waitFor();
  expect(await account.innerText()).toMatch(/1111[\s\S]*审核时留存/);
  const log = order.getByRole("region", { name: "订单日志" });
  expect((await log.innerText()).match(/收款账户：招商银行 尾号1111/g)).toHaveLength(2);
  await shoot(page, "order-account-kept");
});
