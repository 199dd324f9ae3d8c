import { expect, it } from "vitest";
import { expectHash, jump, pane, shoot, signIn, tab, useStage, workday } from "../support/browser";
import { dialog } from "../support/gonggao";
import { addProduct } from "../support/loans";

const stage = useStage({
  clock: workday,
  prepare: async (admin) => {
    await addProduct(admin);
  },
});

it("a category leads to its product, and what is being written is not thrown away", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "产品列表");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("名称").fill("写到一半");
  await dialog(page)
    .getByRole("link", { name: /没有合适的分类/ })
    .click();
  await tab(page, "产品分类").and(page.locator("[aria-current=page]")).waitFor();
  // The link has opened the form.
  await dialog(page).getByLabel("名称").fill("新分类");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "去新增产品" }).click();
  await expectHash(page, /\/project$/);
  expect(await dialog(page).getByLabel("名称").inputValue()).toBe("写到一半");
});

it("a customer leads to their order, once", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "客户列表");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("昵称").fill("王小明");
  await dialog(page).getByLabel("手机号").fill("13912345678");
  await dialog(page).getByLabel("手机号").press("Enter");
  await page.getByRole("button", { name: "去新增订单" }).click();
  const order = page.getByRole("dialog", { name: "新增订单" });
  await order.getByText("王小明").filter({ visible: true }).first().waitFor();
  // The only product of this customer is chosen already.
  await order
    .getByText(/极速贷/)
    .first()
    .waitFor();
  await shoot(page, "order-of-new-customer");
  expect(page.url()).not.toContain("adding");
  await page.reload();
  await pane(page).getByRole("button", { name: "新增订单" }).first().waitFor();
  expect(await order.count()).toBe(0);
});
