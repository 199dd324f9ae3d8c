import { expect, it } from "vitest";
import { expectHash, pane, shoot, signIn, useStage, workday } from "../support/browser";
import { addBorrower, addProduct, lend, repayNext } from "../support/loans";

const stage = useStage({
  clock: workday,
  prepare: async (admin) => {
    const product = await addProduct(admin, "安心贷", { nianlilv: 180_000 });
    const borrower = await addBorrower(admin, "李四", "13900000001");
    const order = await lend(admin, product, borrower, 3);
    await repayNext(admin, order.id, "WEIXIN");
  },
});

it("adds up the movements of money and agrees with the books", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/zijin/liushui");
  const sums = pane(page).getByRole("region", { name: "合计" });
  await sums.getByText("与总账一致").waitFor();
  // 10 000.00 over 3 months at 18 %: 3 433.83 an instalment.
  expect(await sums.locator("dd").allInnerTexts()).toEqual([
    "3,433.83",
    "10,000.00",
    "0.00",
    "-6,566.17",
    "2",
    "-6,566.17",
  ]);
  await shoot(page, "cash-book");

  await pane(page).getByText("按支付方式").click();
  await pane(page).getByRole("row", { name: "微信 1 3,433.83" }).waitFor();
  await pane(page).getByRole("button", { name: "微信" }).click();
  await expectHash(page, "/zijin/liushui?zhifufangshi=WEIXIN");
  await pane(page).getByText("第1期还款").waitFor();
  await pane(page).getByText("共 1 条").waitFor();
  await sums.getByText("只按日期查询时才能与总账核对").waitFor();

  const arrived = page.waitForEvent("download");
  await pane(page).getByRole("button", { name: "导出" }).click();
  expect((await arrived).suggestedFilename()).toMatch(/^资金流水\d{14}\.xlsx$/);
});

it("shows a trial balance that balances", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/zijin/zongzhang");
  await pane(page).getByText("借贷平衡").waitFor();
  await pane(page)
    .getByRole("row", { name: "资金 平 0.00 3,433.83 10,000.00 贷 6,566.17" })
    .waitFor();
  await pane(page).getByText("上月").click();
  await pane(page).getByRole("row", { name: "合计 平 0.00 0.00 0.00 平 0.00" }).waitFor();
  await shoot(page, "trial-balance");
});

it("proves the books when asked", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/zijin/jiancha");
  await pane(page).getByRole("button", { name: "开始检查" }).click();
  await pane(page).getByText("全部通过").waitFor();
  await pane(page).getByText("共核对 1 个订单").waitFor();
  expect(await pane(page).getByText("通过", { exact: true }).count()).toBe(14);
});
