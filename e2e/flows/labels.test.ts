import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Api } from "../support/api";
import { pane, signIn, tab, useStage, workday } from "../support/browser";
import { faultsOf } from "../support/faults";
import { addNotices, dialog } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend, repayNext } from "../support/loans";
import { closeOrder, openOrder, showOrders, turnTo } from "../support/orderScreens";
import { pagesOf, settled } from "../support/pages";

const stage = useStage({ clock: workday, prepare: doBusiness });
const orders: Record<string, string> = {};

/** Something on every list, and an order for every decision. */
async function doBusiness(admin: Api) {
  await addNotices(admin, 1);
  const product = await addProduct(admin, "极速贷", { huankuanMoshi: "YICIXING", qishuList: "1" });
  const instalments = await addProduct(admin, "装修分期");
  const borrower = await addBorrower(admin, "张三", "13800000001");
  orders["待审核"] = (await apply(admin, product, borrower, 1)).bianhao;
  const failed = await apply(admin, instalments, borrower);
  const review = { id: failed.id, jieguo: "TONGGUO", yijian: "同意" };
  await admin.post("/api/app/dingdan/shenhe", review);
  const sentBack = { id: failed.id, jieguo: "SHIBAI", shibaiYuanyin: "银行退回" };
  await admin.post("/api/app/dingdan/fangkuan", sentBack);
  orders["放款失败"] = failed.bianhao;
  const waiting = await apply(admin, instalments, borrower);
  await admin.post("/api/app/dingdan/shenhe", { ...review, id: waiting.id });
  orders["待放款"] = waiting.bianhao;
  const paid = await lend(admin, instalments, borrower);
  await repayNext(admin, paid.id, "WEIXIN");
  orders["待还款"] = paid.bianhao;
}

/** Collects what is wrong with everything that is looked at. */
function looker(page: Page) {
  const found: string[] = [];
  const look = async (what: string) => {
    await settled(page);
    found.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`));
  };
  return { found, look };
}

/** Esc closes the dialog on top. */
async function dismiss(page: Page) {
  const open = page.getByRole("dialog");
  const before = await open.count();
  await page.keyboard.press("Escape");
  await expect.poll(() => open.count()).toBe(before - 1);
}

/** What opens a dialog from a list. */
const OPENERS = ["新增", "新增订单", "导入"];
const ROW_OPENERS = ["修改", "详情", "数据", "收款账户", "新增下级", "重置密码", "删除", "归档"];

it("no list or form cuts a label or speaks English", { timeout: 480_000 }, async () => {
  const page = await stage.open();
  await signIn(page);
  const { found, look } = looker(page);
  const pages = [
    { name: "个人中心", routerUrl: "/sysProfile" },
    ...(await pagesOf(stage.server.url)),
  ];
  for (const { name, routerUrl } of pages) {
    await page.goto(`/#${routerUrl}`);
    await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
    await look(name);
    const more = pane(page).getByRole("button", { name: "更多", exact: true });
    if (await more.first().isVisible()) {
      await more.first().click();
      await look(`${name} 更多`);
    }
    const row = pane(page).locator("tbody tr[data-id]").first();
    const buttons = [
      ...OPENERS.map((label) => pane(page).getByRole("button", { name: label, exact: true })),
      ...ROW_OPENERS.map((label) => row.getByRole("button", { name: label, exact: true })),
    ];
    for (const button of buttons) {
      if (!(await button.first().isVisible()) || !(await button.first().isEnabled())) continue;
      const label = await button.first().innerText();
      await button.first().click();
      await dialog(page).waitFor();
      await look(`${name} ${label}`);
      await dismiss(page);
    }
  }
  expect(found).toEqual([]);
});

it.each([
  ["待审核", ["审核", "取消订单"], []],
  ["放款失败", ["重新放款", "取消订单"], []],
  ["待放款", ["放款"], []],
  ["待还款", [], ["登记到账", "设置优惠", "提前结清", "撤销", "确认还款", "展期"]],
])("no dialog of an order that is %s does", { timeout: 120_000 }, async (state, verbs, ofBill) => {
  const page = await stage.open();
  await signIn(page);
  await showOrders(page);
  const { found, look } = looker(page);
  const order = await openOrder(page, orders[state] ?? "");
  for (const name of ["订单详情", "借款详情", "收款账户", "账单详情", "还款记录"]) {
    await turnTo(order, name);
    await look(name);
  }
  await turnTo(order, "账单详情");
  for (const name of [...verbs, ...ofBill]) {
    await order.getByRole("button", { name, exact: true }).first().click();
    await dialog(page).getByRole("button").first().waitFor();
    await look(name);
    await dismiss(page);
  }
  await closeOrder(order);
  expect(found).toEqual([]);
});
