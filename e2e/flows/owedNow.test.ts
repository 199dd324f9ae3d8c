import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, useStage } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, lend } from "../support/loans";
import {
  closeOrder,
  countOf,
  decide,
  openOrder,
  openOrders,
  readyTo,
  sayPaid,
  verb,
} from "../support/orderScreens";

const stage = useStage({ clock: "2024-03-01T09:00:00" });

interface Bill {
  huankuanJihuaList: { yinghuan: number; yuqiZongjine: number; riqi: string; state: string }[];
  youhuiDangqian: number;
}

const yuan = (fen: number) =>
  (fen / 100).toLocaleString("zh-CN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What the engine charges for what has come due, instalment by instalment. */
async function owedOf(admin: Api, id: number, today: string): Promise<string> {
  const bill = await admin.get<Bill>(`/api/app/dingdan/huankuanXiangqing/${id}`);
  const due = bill.huankuanJihuaList.filter(
    ({ state, riqi }) => state !== "YIWANCHENG" && riqi <= today,
  );
  const sum = due.reduce((total, one) => total + one.yinghuan + one.yuqiZongjine, 0);
  return yuan(sum - bill.youhuiDangqian);
}

it(
  "what is owed today is said in the strip, in the list and below it, and three come in in a row",
  { timeout: 120_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    const product = await addProduct(admin);
    const first = await lend(admin, product, await addBorrower(admin, "钱晚", "13800000002"));
    const second = await lend(admin, product, await addBorrower(admin, "孙迟", "13800000003"));
    await admin.post("/api/app/dingdan/yanqi", { dingdanId: second.id, qi: 1, cishu: 0 });
    await stage.moveTo("2024-06-10T09:00:00");
    const later = await Api.signedIn(stage.server.url);
    await later.post("/api/app/dingdan/setYouhuiDangqian", { id: first.id, jine: 1234 });

    const page = await openOrders(stage);
    // The longest overdue first.
    await countOf(page, "逾期").click();
    const rows = pane(page).locator("tbody tr[data-id]");
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => rows.first().innerText()).toContain(first.bianhao);
    // The column that says the days shows that it is by them.
    const sorted = pane(page).locator("thead th[aria-sort=descending]").first();
    expect(await sorted.locator(".dt-label").innerText()).toBe("逾期");
    const owed = await owedOf(later, first.id, "2024-06-10");
    const others = await owedOf(later, second.id, "2024-06-10");
    expect(await rows.first().innerText()).toContain(owed);
    expect(await rows.last().innerText()).toContain(others);
    await pane(page).locator("tfoot").getByText("全部合计").waitFor();
    await shoot(page, "owed-list");

    const order = await openOrder(page, first.bianhao);
    const strip = order.locator(".order-facts");
    await strip.getByText("今日应收（元）").waitFor();
    await expect.poll(() => strip.locator(".order-amount").allInnerTexts()).toEqual([owed, owed]);
    await strip.getByRole("button", { name: owed }).first().hover();
    const why = page.getByRole("tooltip").filter({ hasText: "为什么是这个数" });
    await why.getByText("今日应收").waitFor();
    await shoot(page, "owed-strip");
    await page.mouse.move(0, 0);
    await closeOrder(order);

    for (const qi of [1, 2, 3]) {
      await rowWith(page, first.bianhao).getByRole("button", { name: "确认还款" }).click();
      const confirm = verb(page, "确认还款");
      await confirm.getByText(`第 ${qi} 期`).waitFor();
      await readyTo(confirm, "确认到账");
      await sayPaid(page, confirm);
      await decide(confirm, "确认到账");
    }
    await countOf(page, "待还款").click();
    await rowWith(page, first.bianhao).getByText("4/12").waitFor();
  },
);
