import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showPage } from "../../../crud/testSupport";
import { answer } from "../../../test/server";
import CheckPage from "./CheckPage";

const check = {
  bianhao: 1,
  mingcheng: "每笔分录借贷相等",
  isTongguo: true,
  cuowushu: 0,
  cuowu: [],
};
const broken = {
  bianhao: 2,
  mingcheng: "资金与流水一致",
  isTongguo: false,
  cuowushu: 30,
  cuowu: ["订单 D1：相差 1.00", "订单 D2：相差 2.00"],
};

it("runs when asked, and lists what does not hold", async () => {
  answer("/api/app/zijin/jiancha", {
    isTongguo: false,
    jianchaTime: "2026-03-01 12:00:00",
    dingdanShu: 1234,
    fengcun: ["锚文件 /mnt/anchor.log 无法写入"],
    xiang: [check, broken],
  });
  showPage(<CheckPage />, ["app:zijin:jiancha"]);
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "开始检查" }));
  expect(await screen.findByText("1 项没有通过")).toBeInTheDocument();
  expect(screen.getByText(/共核对 1,234 个订单/)).toBeInTheDocument();
  expect(screen.getByText("订单 D2：相差 2.00")).toBeInTheDocument();
  expect(screen.getByText("另有 28 处未列出")).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent("锚文件 /mnt/anchor.log 无法写入");
});

it("says so when everything holds", async () => {
  answer("/api/app/zijin/jiancha", {
    isTongguo: true,
    jianchaTime: "2026-03-01 12:00:00",
    dingdanShu: 0,
    fengcun: [],
    xiang: [check],
  });
  showPage(<CheckPage />, ["app:zijin:jiancha"]);
  await userEvent.click(screen.getByRole("button", { name: "开始检查" }));
  expect(await screen.findByText("全部通过")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("is closed to whoever may not", () => {
  showPage(<CheckPage />, []);
  expect(screen.getByText(/没有查看账实检查的权限/)).toBeInTheDocument();
});
