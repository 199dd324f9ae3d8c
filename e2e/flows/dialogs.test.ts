import { describe, expect, it } from "vitest";
import { signIn, useStage, workday } from "../support/browser";
import { doBusiness } from "../support/business";
import { rowWith } from "../support/gonggao";
import { looker, schemes } from "../support/looks";
import { closeOrder, openOrder, showOrders, turnTo } from "../support/orderScreens";

let orders: Record<string, string> = {};
const stage = useStage({
  clock: workday,
  prepare: async (admin) => {
    orders = await doBusiness(admin);
  },
});

describe.each(schemes)("%s", (colorScheme) => {
  it.each([
    ["待审核", ["审核", "取消订单"]],
    ["放款失败", ["重新放款", "取消订单"]],
    ["待放款", ["放款"]],
    ["待还款", ["登记到账", "设置优惠", "提前结清", "撤销", "确认还款", "展期"]],
  ])("an order that is %s, its tabs and its steps", { timeout: 300_000 }, async (state, verbs) => {
    const page = await stage.open({ colorScheme });
    await signIn(page);
    await showOrders(page);
    const { found, lookInto, lookAtTabs } = looker(page, `dialog-${colorScheme}-${state}`);
    const order = await openOrder(page, orders[state] ?? "");
    await lookAtTabs(order, "order");
    await turnTo(order, "账单详情");
    const offered = order.getByRole("group", { name: "可以办理" }).getByRole("button");
    for (const name of new Set([...verbs, ...(await offered.allInnerTexts())]))
      await lookInto(order.getByRole("button", { name, exact: true }).first(), name);
    await closeOrder(order);
    expect(found).toEqual([]);
  });

  it("a customer, each tab", { timeout: 240_000 }, async () => {
    const page = await stage.open({ colorScheme });
    await signIn(page);
    await page.goto("/#/user");
    const { found, look, lookAtTabs } = looker(page, `dialog-${colorScheme}-customer`);
    await rowWith(page, "张三").getByRole("button", { name: "张三" }).click();
    const customer = page.getByRole("dialog").first();
    await customer.getByRole("tab").first().waitFor();
    await lookAtTabs(customer, "tab");
    await look("whole");
    expect(found).toEqual([]);
  });
});
