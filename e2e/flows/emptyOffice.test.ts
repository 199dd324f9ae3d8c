import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { pane, shoot, signIn, tab, useStage, workday } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import {
  addCard,
  choose,
  decide,
  readyTo,
  sayPaid,
  sayYes,
  showOrders,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: workday });

/** Aimed at: what an empty office needs to its first repayment. */
const AIM = 25;

/** Counts what a person presses with the pointer, over every page that is loaded. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener(
      "pointerdown",
      ({ isTrusted }) => {
        if (isTrusted) sessionStorage.clicks = String(Number(sessionStorage.clicks ?? 0) + 1);
      },
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.clicks ?? 0));
}

/** Goes to a page without the pointer. */
async function jumpByKeys(page: Page, name: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "搜索", exact: true }).fill(name);
  await page.keyboard.press("Enter");
  await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
}

it("an empty office comes to its first repayment", { timeout: 180_000 }, async () => {
  const page = await stage.open();
  const clicks = await countClicks(page);
  await signIn(page);
  await jumpByKeys(page, "产品分类");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("名称").fill("信用贷");
  await dialog(page).getByLabel("名称").press("Enter");
  await rowWith(page, "信用贷").waitFor();

  await jumpByKeys(page, "产品列表");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  const product = dialog(page);
  await product.getByLabel("分类").click();
  await page.getByTitle("信用贷", { exact: true }).click();
  await product.getByLabel("名称").fill("安心贷");
  await product.getByLabel("编码").fill("AXD");
  await product.getByLabel("最小金额").fill("1000");
  await product.getByLabel("最大金额").fill("10000");
  await product.getByLabel("可选期数").fill("3");
  await product.getByLabel("还款模式").click();
  await page.getByTitle("等额本息", { exact: true }).click();
  await product.getByLabel("年利率").fill("18");
  await product.getByRole("button", { name: "保存并上架" }).click();
  await page.getByRole("button", { name: "去新增客户" }).waitFor();
  await shoot(page, "next-step");

  await showOrders(page);
  await page.getByRole("button", { name: "新增订单" }).first().click();
  const form = dialog(page);
  await form.getByRole("button", { name: "新增客户" }).click();
  const customer = page.getByRole("dialog", { name: /客户/ }).last();
  await customer.getByLabel("昵称").fill("王小明");
  await customer.getByLabel("手机号").fill("13912345678");
  await customer.getByLabel("手机号").press("Enter");
  await customer.waitFor({ state: "detached" });
  // The only product, with its only term, is chosen already.
  await form.getByText("安心贷").waitFor();
  await form.getByLabel("借款金额").fill("5000");
  await form.getByLabel("用途").click();
  await choose(page, "日常消费");
  await addCard(page);
  await form.getByRole("button", { name: "提交订单" }).click();

  await page.getByRole("button", { name: "去审核" }).click();
  await sayYes(verb(page, "审核"));
  await verb(page, "审核").getByRole("button", { name: "确认通过" }).click();
  await page.getByRole("button", { name: "去放款" }).click();
  const payout = verb(page, "放款");
  await payout.getByLabel("支付方式").click();
  await choose(page, "银行卡");
  await payout.getByLabel("流水号").fill("F-1");
  await decide(payout, "确认已放款");
  const row = pane(page).locator("tbody tr[data-id]").first();
  await row.getByRole("button", { name: "确认还款" }).click();
  const confirm = verb(page, "确认还款");
  await readyTo(confirm, "确认到账");
  await sayPaid(page, confirm);
  await decide(confirm, "确认到账");
  await row.getByText("2/3").waitFor();
  const counted = await clicks();
  process.stdout.write(`clicks from an empty office to the first repayment: ${counted}\n`);
  expect(counted).toBeLessThanOrEqual(AIM);
});
