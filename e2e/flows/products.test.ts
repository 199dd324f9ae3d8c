import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addProduct } from "../support/loans";

const stage = useStage();

it("adds a product while its schedule is being tried, and offers it", async () => {
  const admin = await Api.signedIn(stage.server.url);
  await admin.post("/api/app/project/fenlei/add", { mingcheng: "信用贷" });
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/project");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  const form = dialog(page);
  await form.getByLabel("分类").click();
  await page.getByTitle("信用贷", { exact: true }).click();
  await form.getByLabel("名称").fill("安心贷");
  await form.getByLabel("编码").fill("AXD");
  await form.getByLabel("最小金额").fill("1000");
  await form.getByLabel("最大金额").fill("10,000");
  await form.getByLabel("可选期数").fill("12,3,");
  await form.getByLabel("还款模式").click();
  await page.getByTitle("等额本息", { exact: true }).click();
  await form.getByLabel("年利率").fill("12.00001");
  await form.getByText("有一项费率或数字没有填对").waitFor();
  await form.getByLabel("年利率").fill("18");

  const trial = form.getByRole("region", { name: "试算" });
  await trial.getByText("18.00%").waitFor();
  expect(await trial.locator("tbody tr").count()).toBe(3);
  await trial.getByRole("row", { name: /合计.*10,000\.00/ }).waitFor();
  await form.getByLabel("服务费率").fill("5");
  await trial.getByText(/超过上限/).waitFor();
  await form.getByLabel("服务费率").fill("0.5");
  await trial.getByText(/超过上限/).waitFor({ state: "detached" });
  expect(await form.getByLabel("每次展期天数").isDisabled()).toBe(true);
  await shoot(page, "product-form");
  await form.getByRole("button", { name: /^保\s*存$/ }).click();

  await rowWith(page, "安心贷").getByRole("button", { name: "上架" }).click();
  await dialog(page)
    .getByText(/上架“安心贷”（综合年化/)
    .waitFor();
  await dialog(page)
    .getByRole("button", { name: /上\s*架/ })
    .click();
  await rowWith(page, "安心贷").getByRole("button", { name: "下架" }).waitFor();
});

it("says why a product cannot be offered", async () => {
  const admin = await Api.signedIn(stage.server.url);
  await addProduct(admin, "高息贷", { nianlilv: 400_000, state: "XIAJIA" });
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/project");
  await rowWith(page, "高息贷").getByRole("button", { name: "上架" }).click();
  await dialog(page)
    .getByRole("button", { name: /上\s*架/ })
    .click();
  await dialog(page).getByText("没有上架").waitFor();
  await dialog(page)
    .getByText(/40\.00%，超过上限 36\.00%/)
    .waitFor();
  await shoot(page, "product-refused");
  await dialog(page).getByRole("button", { name: "知道了" }).click();
  await rowWith(page, "高息贷").getByRole("button", { name: "上架" }).waitFor();
});

it("quotes the law beside a fee that is kept back", async () => {
  const admin = await Api.signedIn(stage.server.url);
  await addProduct(admin, "扣费贷", { qianzhifeilv: 10_000 });
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/project");
  await rowWith(page, "扣费贷").getByRole("button", { name: "修改" }).click();
  await dialog(page).getByLabel("放款时扣除").check();
  await dialog(page)
    .getByText(/第六百七十条：借款的利息不得预先在本金中扣除/)
    .waitFor();
  await dialog(page)
    .getByRole("button", { name: /^保\s*存$/ })
    .click();
  await dialog(page)
    .locator(".form-problem")
    .getByText(/未开启前置费扣除/)
    .waitFor();
});
