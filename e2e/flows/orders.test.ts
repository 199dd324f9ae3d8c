import { expect, it } from "vitest";
import type { Api } from "../support/api";
import { expectHash, pane, shoot, useStage, workday } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend, type Borrower } from "../support/loans";
import { choose, countOf, openOrders, sayPaid, sayYes } from "../support/orderScreens";

let admin: Api;
let product: number;
let customer: Borrower;
const stage = useStage({
  clock: workday,
  prepare: async (signedIn) => {
    admin = signedIn;
    product = await addProduct(admin);
    customer = await addBorrower(admin, "张三", "13812345678");
  },
});

it("a loan is applied for, approved, paid out, repaid and the repayment taken back", async () => {
  const page = await openOrders(stage);
  await page.getByRole("button", { name: "新增订单" }).first().click();
  const form = dialog(page);
  await form.getByLabel("客户").fill("5678");
  await form.getByLabel("客户").press("Enter");
  await choose(page, "张三");
  await form.getByLabel("产品").click();
  await choose(page, "极速贷");
  await form.getByLabel("借款金额").fill("10000");
  await form.getByText("12 期").click();
  const trial = form.getByRole("region", { name: "试算" });
  await trial.getByRole("definition").getByText("10,661.86").waitFor();
  await form.getByLabel("用途").click();
  await choose(page, "日常消费");
  await shoot(page, "order-new");
  await form.getByRole("button", { name: "提交订单" }).click();
  await form.waitFor({ state: "detached" });
  await countOf(page, "待审核").getByText("1", { exact: true }).waitFor();

  const row = pane(page).locator("tbody tr[data-id]").first();
  await row.getByRole("button", { name: "审核" }).click();
  await sayYes(dialog(page));
  await dialog(page).getByRole("button", { name: "确认通过" }).click();
  await row.getByText("待放款").waitFor();

  await row.getByRole("button", { name: "放款" }).click();
  await dialog(page).getByLabel("支付方式").click();
  await choose(page, "银行卡");
  await dialog(page).getByLabel("流水号").fill("F1");
  await dialog(page).getByRole("button", { name: "确认已放款" }).click();
  await row.getByText("待还款").waitFor();

  await row.getByRole("button", { name: "详情" }).click();
  const order = page.getByRole("dialog", { name: /张三 极速贷 D/ });
  await order.getByRole("tab", { name: "账单详情" }).click();
  await order
    .getByRole("table", { name: "账单" })
    .getByRole("button", { name: "确认还款" })
    .click();
  const confirm = page.getByRole("dialog", { name: "确认还款" });
  await confirm.getByText("本期应还").waitFor();
  expect(await confirm.innerText()).toMatch(/本期应还\s*888\.49\s*元，确认客户款项已到账？/);
  await shoot(page, "order-confirm");
  const why = page.getByRole("tooltip").filter({ hasText: "为什么是这个数" });
  await confirm.getByRole("button", { name: "888.49" }).hover();
  await why.waitFor();
  await page.keyboard.press("Escape");
  await why.waitFor({ state: "hidden" });
  await sayPaid(page, confirm);
  await confirm.getByRole("button", { name: "确认到账" }).click();
  await order.getByText("已还款 888.49").waitFor();
  await shoot(page, "order-bill");

  await order.getByRole("button", { name: "撤销" }).click();
  const undo = page.getByRole("dialog", { name: "撤销" });
  await undo.getByLabel("原因").fill("记错了客户");
  await undo.getByRole("button", { name: "确认撤销" }).click();
  await order.getByText("已还款 888.49").waitFor({ state: "detached" });
  await order.getByRole("tab", { name: "还款记录" }).click();
  await order
    .getByRole("table", { name: "还款记录" })
    .getByText("已撤销", { exact: true })
    .waitFor();
  await shoot(page, "order-records");
});

it("what someone else confirmed first is not confirmed again, nor the next instalment", async () => {
  const { id, bianhao } = await lend(admin, product, customer);
  const page = await openOrders(stage);
  await rowWith(page, bianhao).getByRole("button", { name: "确认还款" }).click();
  const confirm = page.getByRole("dialog", { name: "确认还款" });
  await confirm.getByText("888.49").waitFor();
  await sayPaid(page, confirm);
  await admin.post("/api/app/dingdan/querenhuankuan", { dingdanId: id, qi: 1, yingfu: 88_849 });
  await confirm.getByRole("button", { name: "确认到账" }).click();
  await confirm.getByText("第 1 期已不是待确认的一期").waitFor();
  expect(await confirm.getByRole("button", { name: "确认到账" }).isEnabled()).toBe(false);
  const { records } = await admin.get<{ records: { type: string }[] }>(
    `/api/app/dingdan/xingqing/findAllByPage?dingdanId=${id}&current=1&size=50`,
  );
  expect(records.filter(({ type }) => type === "HUANKUAN")).toHaveLength(1);
});

it("the discount field rounds half up and is sent in fen", async () => {
  const { id, bianhao } = await lend(admin, product, customer);
  const page = await openOrders(stage);
  await rowWith(page, bianhao).getByRole("button", { name: "详情" }).click();
  const order = page.getByRole("dialog", { name: new RegExp(bianhao) });
  await order.getByRole("tab", { name: "账单详情" }).click();
  await order.getByRole("button", { name: "设置优惠" }).click();
  const discount = page.getByRole("dialog", { name: "设置优惠" });
  await discount.getByLabel("优惠金额").fill("1.005");
  await discount.getByRole("button", { name: "保存优惠" }).click();
  await order.getByText("1.01", { exact: true }).waitFor();
  const bill = await admin.get<{ youhuiDangqian: number }>(
    `/api/app/dingdan/huankuanXiangqing/${id}`,
  );
  expect(bill.youhuiDangqian).toBe(101);
});

it("several orders are reviewed at once, and one that is gone is named", async () => {
  const orders = [];
  for (let n = 0; n < 3; n++) orders.push(await apply(admin, product, customer));
  const page = await openOrders(stage);
  await countOf(page, "待审核").click();
  await expectHash(page, "/dingdan?state=DAISHENHE");
  await pane(page).getByRole("checkbox", { name: "选择第 3 行" }).waitFor();
  for (const n of [1, 2, 3])
    await pane(page)
      .getByRole("checkbox", { name: `选择第 ${n} 行` })
      .click();
  await page.getByRole("button", { name: "批量审核" }).click();
  const batch = dialog(page);
  await admin.post("/api/app/dingdan/quxiao", { dingdanId: orders[1]?.id, yuanyin: "客户放弃" });
  await sayYes(batch);
  await batch.getByRole("button", { name: "全部通过" }).click();
  await batch.getByText("已审核").nth(1).waitFor();
  expect(await batch.getByText("已审核").count()).toBe(2);
  const failed = batch.locator("tbody tr", { has: page.locator(".batch-failed") });
  expect(await failed.innerText()).toContain(orders[1]?.bianhao);
  await shoot(page, "order-batch");
});
