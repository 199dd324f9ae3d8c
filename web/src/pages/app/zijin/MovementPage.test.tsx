import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import MovementPage from "./MovementPage";

const movement = { dingdanId: 5, bianhao: "D1", type: "HUANKUAN", createTime: "2026-03-05 10:00" };

it("strikes out money that was taken back and says so beside it", async () => {
  answer("/api/app/zijin/liushui/heji", null, 2002, "没有权限");
  answer("/api/app/zijin/liushui/findAllByPage", {
    records: [
      { ...movement, id: 1, miaoshu: "第1期还款", shifujine: 34338, isChexiao: true },
      { ...movement, id: 2, miaoshu: "第2期还款", shifujine: 20000, isChexiao: false },
    ],
    total: 2,
  });
  showPage(<MovementPage />, ["app:zijin:liushui:list"]);
  const taken = (await screen.findByText("第1期还款")).closest("tr") as HTMLElement;
  expect(within(taken).getByText("第1期还款").closest("del")).not.toBeNull();
  expect(within(taken).getByText("343.38").closest("del")).not.toBeNull();
  expect(within(taken).getByText("已撤销")).toBeInTheDocument();
  const kept = screen.getByText("第2期还款").closest("tr") as HTMLElement;
  expect(within(kept).getByText("200.00").closest("del")).toBeNull();
  expect(within(kept).queryByText("已撤销")).not.toBeInTheDocument();
});
