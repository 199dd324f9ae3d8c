import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import MovementPage from "./MovementPage";

const movement = { dingdanId: 5, bianhao: "D1", type: "HUANKUAN", createTime: "2026-03-05 10:00" };

it("strikes out money that was taken back and says so beside it", async () => {
  answer("/api/app/zijin/liushui/heji", null, 2002, "没有权限");
  answer("/api/app/zijin/liushui/findAllByPage", {
    records: [
      { ...movement, id: 1, liushuiMiaoshu: "第1期还款", liushuiJine: 34338, isChexiao: true },
      { ...movement, id: 2, liushuiMiaoshu: "第2期还款", liushuiJine: 20000, isChexiao: false },
    ],
    total: 2,
  });
  const whole = { bishu: 7, isZhunque: true, heji: [{ ziduan: "liushuiJine", jine: -4567 }] };
  answer("/api/app/zijin/liushui/mingxiHeji", whole);
  showPage(<MovementPage />, ["app:zijin:liushui:list"]);
  const taken = (await screen.findByText("第1期还款")).closest("tr") as HTMLElement;
  expect(within(taken).getByText("第1期还款").closest("del")).not.toBeNull();
  expect(within(taken).getByText("343.38").closest("del")).not.toBeNull();
  expect(within(taken).getByText("已撤销")).toBeInTheDocument();
  const kept = screen.getByText("第2期还款").closest("tr") as HTMLElement;
  expect(within(kept).getByText("200.00").closest("del")).toBeNull();
  expect(within(kept).queryByText("已撤销")).not.toBeInTheDocument();
  await screen.findByText("-45.67");
  const sums = screen.getByRole("row", { name: /本页合计（收支净额）/ });
  expect(sums).toHaveTextContent("200.00-45.67");
});

it("opens a receipt to the instalments it paid", async () => {
  answer("/api/app/zijin/liushui/heji", null, 2002, "没有权限");
  const words = "第1期还款，第2期部分还款";
  answer("/api/app/zijin/liushui/findAllByPage", {
    records: [
      { ...movement, id: 3, liushuiMiaoshu: words, liushuiJine: 50000, isChexiao: false },
      { ...movement, id: 4, type: "FANGKUAN", liushuiMiaoshu: "放款", liushuiJine: -100000 },
    ],
    total: 2,
  });
  const share = { yuqifei: 0, weiyuefei: 0, fuwufei: 0, zixunfei: 0, lixi: 1500, youhui: 0 };
  answer("/api/app/zijin/liushui/mingxiHeji", { bishu: 2, isZhunque: false, heji: [] });
  answer("/api/app/zijin/liushui/fenpei/3", [
    { ...share, qi: 1, benjin: 32838, heji: 34338, isWancheng: true },
    { ...share, qi: 2, benjin: 14162, heji: 15662, isWancheng: false },
  ]);
  showPage(<MovementPage />, ["app:zijin:liushui:list"]);
  await userEvent.click(await screen.findByRole("button", { name: "500.00" }));
  const table = await screen.findByRole("table", { name: "分配明细" });
  const second = within(table).getByText("第2期").closest("tr") as HTMLElement;
  expect(within(second).getByText("156.62")).toBeInTheDocument();
  expect(within(second).getByText("部分还款")).toBeInTheDocument();
  expect(within(table).queryByText("违约金")).toBeNull();
  // A payout pays no instalment.
  expect(screen.queryByRole("button", { name: /1,000.00/ })).toBeNull();
});
