import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Bill, OrderDetail } from "@/api/types.gen";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import { OrderHead } from "./OrderHead";

beforeEach(() => answer("/api/app/config/findByType/JIEKUAN", []));

const order = {
  id: 5,
  state: "DAIHUANKUAN",
  isYuqi: true,
  yuqiTianshu: 39,
  isTiqian: true,
  jiekuanJine: 300_000,
  phone: null,
  kechexiao: null,
} as unknown as OrderDetail;

const bill = {
  dingdanId: 5,
  state: "DAIHUANKUAN",
  isYulan: false,
  isTiqian: true,
  zongqishu: 12,
  huankuanJihuaList: [{ isHuankuan: true, isYanqi: false, isYuqi: true }],
  qiankuan: {
    jinriYingshou: 189_000,
    yuqiHeji: 189_000,
    benqiYinghuan: 90_000,
    xiaqiYinghuan: 88_849,
    xiaqiRiqi: "2026-05-01",
    shengyuBenjin: 300_000,
    qi: 3,
    yuqiQishu: 2,
    yuqiTianshu: 39,
  },
} as unknown as Bill;

const all = ["querenhuankuan", "daozhang", "youhui", "tiqian", "hexiao"].map(
  (verb) => `app:dingdan:${verb}`,
);

it("what is owed today and what is late are the largest, and red", () => {
  showPage(<OrderHead order={order} bill={bill} isOld={false} onAct={() => {}} />, all);
  const largest = screen.getAllByText("1,890.00").map((one) => one.closest(".order-amount"));
  expect(largest).toHaveLength(2);
  for (const one of largest) expect(one).toHaveClass("overdue");
  expect(screen.getByText("逾期合计（元） 2 期")).toBeInTheDocument();
  expect(screen.getByText("下期应还（元） 2026-05-01")).toBeInTheDocument();
  expect(screen.getByText("3/12")).toBeInTheDocument();
});

it("the next step is the one primary button, the other verbs are text", () => {
  showPage(<OrderHead order={order} bill={bill} isOld={false} onAct={() => {}} />, all);
  const buttons = screen.getByRole("group", { name: "可以办理" }).querySelectorAll("button");
  const words = [...buttons].map((button) => button.textContent?.replaceAll(" ", ""));
  expect(words).toEqual(["确认还款", "登记到账", "优惠", "提前结清", "核销"]);
  const primary = [...buttons].filter((button) => button.classList.contains("ant-btn-primary"));
  expect(primary).toHaveLength(1);
});
