import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addCustomer } from "../support/loans";

const stage = useStage();

it("keeps the receiving accounts of a customer", async () => {
  await addCustomer(await Api.signedIn(stage.server.url), "王小明", "13912345678");
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/user");
  await rowWith(page, "王小明").getByRole("button", { name: "王小明" }).click();
  const accounts = page.getByRole("dialog", { name: /王小明 男/ });
  await accounts.getByRole("tab", { name: "银行信息" }).click();
  const row = (text: string) => accounts.locator("tbody tr", { hasText: text });
  const save = () =>
    dialog(page)
      .getByRole("button", { name: /保\s*存/ })
      .click();

  await accounts.getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("卡号", { exact: true }).fill("4111111111111112");
  await save();
  await dialog(page).getByText("卡号不对，请逐位核对").waitFor();
  await dialog(page).getByText("请输入开户行").waitFor();
  await dialog(page).getByLabel("卡号", { exact: true }).fill("4111111111111111");
  await dialog(page).getByLabel("开户行").fill("招商银行");
  await dialog(page).getByLabel("姓名", { exact: true }).fill("王小明");
  await dialog(page).getByLabel("预留手机号").fill("13912345678");
  await dialog(page).getByLabel("证件号").fill("11010519491231002X");
  await save();
  await row("尾号1111").waitFor();

  await accounts.getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByRole("radio", { name: "支付宝" }).check();
  await dialog(page).getByLabel("卡号", { exact: true }).waitFor({ state: "detached" });
  await dialog(page).getByLabel("收款账号").fill("13912345678");
  await save();
  await row("支付宝").waitFor();
  await shoot(page, "receiving-accounts");

  await row("支付宝").getByRole("button", { name: "设为默认" }).click();
  await row("支付宝").getByRole("button", { name: "设为默认" }).waitFor({ state: "detached" });
  await row("招商银行").getByRole("button", { name: "设为默认" }).click();
  await row("支付宝").getByRole("button", { name: "设为默认" }).waitFor();
  expect(await accounts.getByRole("button", { name: "设为默认" }).count()).toBe(1);

  await row("支付宝").getByRole("button", { name: "删除" }).click();
  await page
    .getByRole("dialog")
    .filter({ hasText: "确认要删除吗" })
    .getByRole("button", { name: /删\s*除/ })
    .click();
  await row("支付宝").waitFor({ state: "detached" });
});
