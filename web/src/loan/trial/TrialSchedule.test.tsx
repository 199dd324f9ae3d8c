import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { TrialPlan } from "@/api/types.gen";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import { TrialSchedule } from "./TrialSchedule";

beforeEach(() => {
  answer("/api/app/config/findByType/JIEKUAN", [
    { jian: "lilvYujing", zhi: "120000" },
    { jian: "lilvShangxian", zhi: "360000" },
  ]);
});

const trial: TrialPlan = {
  zonghuankuan: 1_013_000,
  zongbenjin: 1_000_000,
  zongxifei: 13_000,
  zonglixi: 3_000,
  qianzhifei: 10_000,
  zixunfei: 0,
  fuwufei: 0,
  zongqishu: 2,
  shidaoJine: 990_000,
  nianhuaDanli: 128_000,
  nianhuaFuli: 135_800,
  jinggao: ["综合年化超过 24%"],
  huankuanJihuaList: [
    {
      qi: 1,
      qiShow: "第1期",
      riqi: "2026-04-01",
      riqiNian: "2026年",
      riqiYueri: "04月01日",
      yinghuan: 501_500,
      benjin: 500_000,
      lixi: 1_500,
      feiyong: 0,
    },
    {
      qi: 2,
      qiShow: "第2期",
      riqi: "2026-05-01",
      riqiNian: "2026年",
      riqiYueri: "05月01日",
      yinghuan: 501_500,
      benjin: 500_000,
      lixi: 1_500,
      feiyong: 0,
    },
  ],
};

it("shows the rate, the warnings, every instalment and what they add up to", () => {
  showPage(<TrialSchedule trial={trial} />, []);
  expect(screen.getByText("12.80%")).toBeInTheDocument();
  expect(screen.getByText("复利 13.58%")).toBeInTheDocument();
  expect(screen.getByText("综合年化超过 24%")).toBeInTheDocument();
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "期次年份应还日应还(元)本金(元)利息(元)",
    "第1期2026年04月01日5,015.005,000.0015.00",
    "第2期2026年05月01日5,015.005,000.0015.00",
    "合计2 期10,030.0010,000.0030.00",
  ]);
});

it("keeps the schedule before while it says why there is no new one", () => {
  showPage(<TrialSchedule trial={trial} error="期数须在 1 到 360 之间" />, []);
  expect(screen.getByRole("alert")).toHaveTextContent("期数须在 1 到 360 之间");
  expect(screen.getByRole("table")).toBeInTheDocument();
});

it("says what is missing when there has been none", () => {
  showPage(<TrialSchedule trial={undefined} />, []);
  expect(screen.getByText("填写金额、期数和利率后显示试算结果")).toBeInTheDocument();
});

it("shows a rate above the warning line in its colour", async () => {
  showPage(<TrialSchedule trial={trial} />, []);
  await waitFor(() => expect(screen.getByText("12.80%")).toHaveClass("attention"));
  expect(screen.getByText("12.80%")).toHaveAttribute("title", "高于综合年化预警线");
});
