import { expect, it } from "vitest";
import { makeUser, type Api } from "../support/api";
import { expectHash, hashOf, pane, signIn, tab, useStage, workday } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend, type Applied } from "../support/loans";
import { closeOrder, countOf, openOrder, openOrders, turnTo, verb } from "../support/orderScreens";

let admin: Api;
let product: number;
let first: Applied;
let second: Applied;
const stage = useStage({
  clock: workday,
  prepare: async (signedIn) => {
    admin = signedIn;
    product = await addProduct(admin);
    first = await lend(admin, product, await addBorrower(admin, "周明", "13800000021"));
    second = await apply(admin, product, await addBorrower(admin, "吴清", "13800000022"));
  },
});

const shown = ({ bianhao }: Applied) => ({ name: new RegExp(bianhao) });

it("an open order survives a reload, and Back closes it", async () => {
  const page = await openOrders(stage);
  const order = await openOrder(page, first.bianhao);
  await expectHash(page, `/dingdan?shown=${first.id}`);
  await turnTo(order, "账单详情");
  await expectHash(page, `/dingdan?shown=${first.id}&tab=bill`);
  await page.reload();
  await order.getByRole("tabpanel", { name: "账单详情" }).waitFor();

  await page.goBack();
  await order.waitFor({ state: "detached" });
  expect(hashOf(page)).toBe("/dingdan");
  await page.goForward();
  await order.getByRole("tabpanel", { name: "账单详情" }).waitFor();
  await closeOrder(order);
  expect(hashOf(page)).toBe("/dingdan");
  // Closing went back as well: nothing of the dialog is left behind the list.
  await page.goForward();
  await order.waitFor();
});

it("ticks and the place in the list outlive a look at an order", async () => {
  const page = await openOrders(stage);
  await rowWith(page, second.bianhao).getByRole("checkbox").check();
  const order = await openOrder(page, first.bianhao);
  await closeOrder(order);
  await pane(page).getByText("已选 1 项").waitFor();
});

it("a link opens the order in a fresh window, after signing in", async () => {
  const page = await stage.open();
  const address = `/dingdan?shown=${first.id}&tab=records`;
  await page.goto(`/#${address}`);
  await expectHash(page, /^\/login/);
  await page.getByLabel("账号", { exact: true }).fill("admin");
  await page.getByLabel("密码", { exact: true }).fill("Zhanggui-2026-e2e");
  await page.getByRole("button", { name: "登录" }).click();
  const order = page.getByRole("dialog", shown(first));
  await order.getByRole("tabpanel", { name: "还款记录" }).waitFor();
  expect(hashOf(page)).toBe(address);
  await closeOrder(order);
  expect(hashOf(page)).toBe("/dingdan");
});

it("what another tab shows is not disturbed", async () => {
  const page = await openOrders(stage);
  await openOrder(page, first.bianhao);
  await page.goto("/#/log?bianhao=D");
  await tab(page, "订单日志").and(page.locator("[aria-current=page]")).waitFor();
  await rowWith(page, second.bianhao).getByRole("button", { name: "订单" }).first().click();
  await page.getByRole("dialog", shown(second)).waitFor();
  await expectHash(page, `/log?bianhao=D&shown=${second.id}`);
  await closeOrder(page.getByRole("dialog", shown(second)));
  await expectHash(page, "/log?bianhao=D");
  await tab(page, "订单列表").click();
  await page.getByRole("dialog", shown(first)).waitFor();
  await expectHash(page, `/dingdan?shown=${first.id}`);
});

it("Back asks before it takes a decision that was begun, and leaves the order open", async () => {
  const page = await openOrders(stage);
  const order = await openOrder(page, second.bianhao);
  await order.getByRole("button", { name: "取消订单" }).click();
  const cancel = verb(page, "取消订单");
  await cancel.getByLabel("原因").fill("客户改主意");
  for (const leave of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
    await leave();
    await page.getByText("有未保存的修改，确定离开吗？").waitFor();
    await page.getByRole("button", { name: "继续填写" }).click();
    expect(await cancel.getByLabel("原因").inputValue()).toBe("客户改主意");
  }
  await page.goBack();
  await page.getByRole("button", { name: "不保存" }).click();
  await cancel.waitFor({ state: "detached" });
  expect(hashOf(page)).toBe(`/dingdan?shown=${second.id}`);
  await page.goBack();
  await order.waitFor({ state: "detached" });
  expect(hashOf(page)).toBe("/dingdan");
});

it("Back closes a decision over the list, which keeps its filter and its page", async () => {
  const page = await openOrders(stage);
  await countOf(page, "待还款").click();
  await expectHash(page, "/dingdan?state=DAIHUANKUAN");
  await pane(page).getByRole("combobox", { name: "每页条数" }).click();
  await page.getByTitle("20 条/页").click();
  await expectHash(page, /size=20/);
  const filtered = hashOf(page);
  const receive = verb(page, "登记到账");
  const row = rowWith(page, first.bianhao);
  const open = async () => {
    await row.getByRole("button", { name: "更多" }).click();
    await page.getByRole("menuitem", { name: "登记到账" }).click();
    await receive.waitFor();
  };

  await open();
  await page.goBack();
  await receive.waitFor({ state: "detached" });
  expect(hashOf(page)).toBe(filtered);
  await row.waitFor();

  // Closed otherwise, it leaves nothing behind that Back would have to pass.
  await open();
  await page.keyboard.press("Escape");
  await receive.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => history.state.usr?.layers ?? 0)).toBe(0);
  await page.goBack();
  await expectHash(page, "/dingdan");
});

it("a decision that was begun goes away with its tab and comes back with it", async () => {
  const page = await openOrders(stage);
  await rowWith(page, first.bianhao).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "登记到账" }).click();
  const receive = verb(page, "登记到账");
  await receive.getByLabel("流水号").fill("S100");
  await page.goto("/#/index");
  await receive.waitFor({ state: "hidden" });
  await page.goBack();
  await receive.waitFor();
  expect(await receive.getByLabel("流水号").inputValue()).toBe("S100");
  expect(hashOf(page)).toBe("/dingdan");
});

it("an order out of reach says so", async () => {
  const clerk = await makeUser(admin, "yewu_yi", ["订单列表"], "BENREN");
  const page = await stage.open();
  await signIn(page, clerk.loginName, clerk.password);
  await page.goto(`/#/dingdan?shown=${first.id}`);
  const missing = page.getByRole("dialog", { name: "订单详情" });
  await missing.getByText(/不在你能看到的数据范围内/).waitFor();
  await closeOrder(missing);
  expect(hashOf(page)).toBe("/dingdan");
});
