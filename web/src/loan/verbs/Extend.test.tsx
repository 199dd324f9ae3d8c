import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage } from "@/crud/testSupport";
import { setDicts } from "@/lib/dict";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import { Extend } from "./Extend";

let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.spyOn(toast, "success").mockImplementation(() => undefined);
  setDicts([
    { type: "zhifu_fangshi", dataList: [{ dictValue: "YINHANGKA", dictLabel: "银行卡" }] },
  ]);
  answer("/api/app/config/findByType/JIEKUAN", []);
  answer("/api/app/dingdan/weapp/findById/5", { id: 5, state: "DAIHUANKUAN", bianhao: "D1" });
  server.use(
    http.post(at("/api/app/dingdan/yanqi"), async ({ request }) => {
      sent.push(await request.json());
      return envelope({ id: 5 });
    }),
  );
});

function show(fee: number) {
  answer("/api/app/dingdan/huankuanXiangqing/5", {
    dingdanId: 5,
    yanqiFeiyong: fee,
    yanqiTianshu: 7,
    yanqiCishu: 0,
    huankuanJihuaList: [{ qi: 3, qiShow: "第3期", riqi: "2026-03-10", isYanqi: true }],
  });
  showPage(<Extend id={5} onClose={() => {}} />, ["app:dingdan:query"]);
}

async function press() {
  const button = screen.getByRole("button", { name: "确认展期" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}

it("asks how the fee came, and by which number it is found", async () => {
  show(2283);
  expect(await screen.findByText(/确认展期？/)).toHaveTextContent("展期费 22.83 元");
  await press();
  expect(await screen.findByText("请输入流水号")).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("支付方式"));
  await userEvent.click(await screen.findByText("银行卡"));
  // In the last field Enter sends it.
  await userEvent.type(screen.getByLabelText("流水号"), "R1{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    dingdanId: 5,
    qi: 3,
    cishu: 0,
    feiyong: 2283,
    zhifufangshi: "YINHANGKA",
    liushuihao: "R1",
  });
});

it("asks for no receipt of what costs nothing", async () => {
  show(0);
  await screen.findByText(/确认展期？/);
  expect(screen.queryByLabelText("支付方式")).not.toBeInTheDocument();
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty("zhifufangshi");
});
