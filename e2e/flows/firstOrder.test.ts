import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { expectHash, shoot, signIn, useStage, workday } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addCustomer, addProduct } from "../support/loans";
import { addCard, choose, showOrders, verb } from "../support/orderScreens";

const stage = useStage({ clock: workday });

async function chooseCustomer(page: Page, lastFour: string, name: string) {
  const form = dialog(page);
  await form.getByLabel("客户").fill(lastFour);
  await form.getByLabel("客户").press("Enter");
  await choose(page, name);
}

it("an order says what is in its way, and where to mend it", { timeout: 120_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const { id: channel } = await admin.post<{ id: number }>("/api/app/qudao/add", {
    mingcheng: "线下门店",
    bianma: "XXMD",
  });
  const product = await addProduct(admin, "稳健贷", { state: "XIAJIA" });
  const barred = await addProduct(admin, "惠民贷");
  await addProduct(admin, "门店贷", { qudaoIds: [channel] });
  await addCustomer(admin, "王小明", "13912345678");
  const { fenleiId } = await admin.get<{ fenleiId: number }>(`/api/app/project/findById/${barred}`);
  await admin.post("/api/app/project/fenlei/pingbi/add", {
    projectFenleiId: fenleiId,
    phone: "13912345678",
  });

  const page = await stage.open();
  await signIn(page);
  await showOrders(page);
  await page.getByRole("button", { name: "新增订单" }).first().click();
  await chooseCustomer(page, "5678", "王小明");
  const obstacles = dialog(page).locator(".new-order-obstacles li");
  await expect
    .poll(async () => (await obstacles.allInnerTexts()).toSorted())
    .toEqual([
      "“惠民贷”：客户已被屏蔽此分类，去看屏蔽",
      "“稳健贷”：未上架，去上架",
      "“门店贷”：不适用于客户的渠道，去改适用渠道",
    ]);
  await shoot(page, "order-obstacles");
  await dialog(page).getByRole("link", { name: "去上架" }).click();
  await expectHash(page, /^\/project\?/);
  await rowWith(page, "稳健贷").getByRole("button", { name: "上架" }).waitFor();
  await rowWith(page, "惠民贷").waitFor({ state: "detached" });

  // On offer now, but for younger people.
  await admin.post("/api/app/project/edit", { id: product, state: "SHANGJIA", nianlingMax: 60 });
  await page
    .getByRole("navigation", { name: "打开的页签" })
    .getByRole("link", { name: /订单列表/ })
    .click();
  await dialog(page)
    .getByRole("button", { name: /^取\s*消$/ })
    .click();
  await page.getByRole("button", { name: "不保存" }).click();
  await page.getByRole("button", { name: "新增订单" }).first().click();
  await chooseCustomer(page, "5678", "王小明");
  const form = dialog(page);
  await form.getByLabel("产品").click();
  await choose(page, "稳健贷");
  await form.getByLabel("借款金额").fill("5000");
  await form.getByText("3 期", { exact: true }).click();
  await form.getByLabel("用途").click();
  await choose(page, "日常消费");
  // The customer has no account yet: it is added here.
  await form.getByRole("button", { name: "提交订单" }).click();
  await form.getByText("请选择收款账户").first().waitFor();
  await addCard(page);
  await form.getByRole("button", { name: "提交订单" }).click();
  await form
    .getByText(/客户76岁，不在产品“稳健贷”的年龄范围内/)
    .first()
    .waitFor();
  await admin.post("/api/app/project/edit", { id: product, nianlingMax: null });
  await form.getByRole("button", { name: "提交订单" }).click();
  // The result leads on.
  await page.getByRole("button", { name: "去审核" }).click();
  await verb(page, "审核").getByRole("region", { name: "申请人" }).getByText("76 岁").waitFor();
  await shoot(page, "review-first");
});
