import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import { CustomerDialog } from "./CustomerDialog";

const shown = { tab: "timeline", turn: () => {}, close: () => {} };

function open(figures: { jinriYingshou: number; yuqiJine: number; yuqiCount: number }) {
  answer("/api/app/user/findById/3", {
    id: 3,
    nickName: "张三",
    phone: "138****1234",
    daihuanJine: 300_000,
    dingdanCount: 2,
    ...figures,
  });
  answer("/api/app/user/shijianxian/3", []);
  answer("/api/app/user/daihuan/3", {
    ...figures,
    xiaqiYinghuan: 104_000,
    xiaqiRiqi: "2026-04-05",
    jihua: [],
  });
  showPage(<CustomerDialog id={3} shown={shown} onClose={() => {}} />, ["app:user:query"]);
}

const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling;

it("what a customer owes today and what is late are the largest, and red", async () => {
  open({ jinriYingshou: 210_500, yuqiJine: 105_250, yuqiCount: 1 });
  for (const [label, amount] of [
    ["今日应收（元）", "2,105.00"],
    ["逾期合计（元） 1 笔", "1,052.50"],
  ] as const) {
    const told = await figure(label);
    expect(told).toHaveTextContent(amount);
    expect(told?.querySelector(".customer-amount .overdue")).not.toBeNull();
  }
  expect(await figure("下期应还（元） 2026-04-05")).toHaveTextContent("1,040.00");
  const rest = await figure("剩余本金（元）");
  expect(rest).toHaveTextContent("3,000.00");
  expect(rest?.querySelector(".customer-amount")).toBeNull();
});

it("what is due and not late is not red", async () => {
  open({ jinriYingshou: 105_250, yuqiJine: 0, yuqiCount: 0 });
  expect(await figure("今日应收（元）")).toHaveTextContent("1,052.50");
  await waitFor(() => expect(document.querySelector(".customer-facts .overdue")).toBeNull());
});

it("what a customer owes says which orders it comes from", async () => {
  answer("/api/app/user/jieshi/3", [
    { xiang: "D1", suanshi: "第1期 1,052.50", jieguo: 105_250, dingdanId: 7, liushuihao: null },
    { xiang: "D2", suanshi: "第2期 1,052.50", jieguo: 105_250, dingdanId: 8, liushuihao: null },
    {
      xiang: "今日应收",
      suanshi: "D1 1,052.50 + D2 1,052.50",
      jieguo: 210_500,
      dingdanId: null,
      liushuihao: null,
    },
  ]);
  open({ jinriYingshou: 210_500, yuqiJine: 105_250, yuqiCount: 1 });
  await userEvent.hover(await screen.findByRole("button", { name: "2,105.00" }));
  expect(await screen.findByText("= D1 1,052.50 + D2 1,052.50")).toBeInTheDocument();
  expect(screen.getByText("= 2,105.00")).toBeInTheDocument();
  expect(screen.getByText("D1")).toBeInTheDocument();
});

it("what is typed about a customer stays while the tab is hidden, however long", async () => {
  answer("/api/app/user/findById/3", { id: 3, nickName: "张三", phone: "138****1234", isMy: true });
  answer("/api/app/user/shijianxian/3", []);
  answer("/api/app/user/daihuan/3", { jinriYingshou: 0, yuqiJine: 0, yuqiCount: 0, jihua: [] });
  const tab = showPage(<CustomerDialog id={3} shown={shown} onClose={() => {}} />, [
    "app:user:query",
    "app:user:genjin:add",
  ]);
  await userEvent.click(await screen.findByRole("button", { name: /跟\s*进/ }));
  await userEvent.type(await screen.findByLabelText("内容"), "答应周五还");
  await tab.hideForLong();
  await tab.showAgain();
  expect(await screen.findByLabelText("内容")).toHaveValue("答应周五还");
});
