import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { BillTab } from "./BillTab";
import { permissionOf } from "@/loan/order/orderActions";
import type { Bill, BillLine, OrderDetail } from "@/api/types.gen";

const every = [
  "querenhuankuan",
  "daozhang",
  "yanqi",
  "tiqian",
  "youhui",
  "chexiao",
  "hexiao",
  "shouhui",
];

const item = (qi: number, state: string): BillLine => ({
  qi,
  qiShow: `第${qi}期`,
  riqi: "2026-04-10",
  riqiNian: "2026年",
  riqiYueri: "04月10日",
  yinghuan: 34338,
  benjin: 33338,
  lixi: 1000,
  feiyong: 0,
  state,
  isYuqi: false,
  yuqiTianshu: 0,
  yuqiZongjine: 0,
  zongyouhui: 0,
  shifu: 0,
  yishou: 0,
  weihuan: 34338,
  huankuanTime: null,
  isHuankuan: true,
  isYanqi: true,
});

const bill = (state: string, isYulan: boolean) =>
  ({
    dingdanId: 5,
    state,
    isYulan,
    isTiqian: true,
    youhuiDangqian: 0,
    youhuiZongjine: 0,
    yanqiCishu: 0,
    huankuanJihuaList: [item(1, "HUANKUANZHONG"), item(2, "DAIHUANKUAN")],
  }) as unknown as Bill;

const order = { id: 5, isYuqi: false, kechexiao: { shijianId: 1 } } as unknown as OrderDetail;

function show(state: string, isYulan: boolean, change: Partial<Bill> = {}) {
  const data = { ...bill(state, isYulan), ...change };
  showPage(
    <BillTab
      order={order}
      bill={{ data, error: null, refetch: () => undefined }}
      onAct={() => undefined}
    />,
    every.map(permissionOf),
  );
  return screen.getByRole("table", { name: "账单" });
}

it.each([
  ["YIJUJUE", "预览：订单已拒绝，没有放款，不会产生还款"],
  ["YIQUXIAO", "预览：订单已取消，没有放款，不会产生还款"],
  ["FANGKUANSHIBAI", "预览：放款失败，重新放款后以放款日为准"],
  ["DAISHENHE", "预览：尚未放款，以放款日为准"],
  ["DAIFANGKUAN", "预览：尚未放款，以放款日为准"],
])("a bill of %s is said to be a preview, and nothing can be done to it", (state, sentence) => {
  const table = show(state, true);
  expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(within(table).queryByText(/还款中|待还款/)).toBeNull();
  expect(table.querySelector(".tag-success")).toBeNull();
  const amounts = screen.getAllByRole("button").map((button) => button.textContent);
  expect(new Set(amounts)).toEqual(new Set(["343.38"]));
});

it("a bill in repayment says so and offers what can be done", () => {
  const table = show("DAIHUANKUAN", false);
  expect(screen.queryByText(/预览/)).toBeNull();
  expect(within(table).getByText("还款中")).toHaveClass("tag-success");
  expect(within(table).getAllByRole("button", { name: "确认还款" })).not.toHaveLength(0);
});

it("says why the total is more than what the instalments come to", () => {
  show("DAIHUANKUAN", false, { zonghuankuan: 91929, qianzhifei: 450 });
  expect(screen.getByText("应还总额（元）").nextElementSibling).toHaveTextContent("919.29");
  expect(screen.getByText(/应还总额含前置费/)).toHaveTextContent(
    "应还总额含前置费 4.50 元，已在放款时收取，不在下面各期之内。",
  );
});

it("says nothing of an upfront fee where there is none", () => {
  show("DAIHUANKUAN", false, { zonghuankuan: 91479, qianzhifei: 0 });
  expect(screen.queryByText(/前置费/)).toBeNull();
});

it("an instalment paid in part says what came and what is left", () => {
  const part = { ...item(1, "HUANKUANZHONG"), yishou: 20000, weihuan: 14844 };
  const table = show("DAIHUANKUAN", false, { huankuanJihuaList: [part, item(2, "DAIHUANKUAN")] });
  expect(within(table).getByText("已还 200.00 · 待还 148.44")).toBeInTheDocument();
  expect(within(table).getAllByText(/待还 /)).toHaveLength(1);
});

it("its sums stand below the instalments", () => {
  const items = [item(1, "HUANKUANZHONG"), { ...item(2, "DAIHUANKUAN"), yuqiZongjine: 120 }];
  const table = show("DAIHUANKUAN", false, { huankuanJihuaList: items });
  const cells = within(table).getByRole("row", { name: /^合计/ });
  expect(cells).toHaveTextContent("合计2 期686.761.200.00");
});
