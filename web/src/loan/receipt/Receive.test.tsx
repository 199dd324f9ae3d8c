import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage } from "@/crud/testSupport";
import { setDicts } from "@/lib/dict";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import { Receive } from "./Receive";

const share = {
  qi: 1,
  yuqifei: 173,
  fuwufei: 333,
  zixunfei: 0,
  lixi: 1500,
  benjin: 17994,
  youhui: 0,
  heji: 20000,
  isWancheng: false,
  weihuan: 14844,
};
const none = {
  yingshou: 104187,
  shengyu: 104187,
  qi: 1,
  yishou: 0,
  benqi: 34844,
  yuqi: 34844,
  riqi: "2026-03-10",
  fenpei: [],
};

let asked: (string | null)[];

beforeEach(() => {
  for (const kind of ["success", "warning", "error"] as const)
    vi.spyOn(toast, kind).mockImplementation(() => undefined);
  answer("/api/app/dingdan/weapp/findById/5", {
    id: 5,
    state: "DAIHUANKUAN",
    userShow: "张三",
    bianhao: "D1",
  });
  setDicts([
    { type: "zhifu_fangshi", dataList: [{ dictLabel: "银行卡", dictValue: "YINHANGKA" }] },
  ]);
  asked = [];
  server.use(
    http.get(at("/api/app/dingdan/daozhangInit"), ({ request }) => {
      const jine = new URL(request.url).searchParams.get("jine");
      asked.push(jine);
      if (!jine) return envelope(none);
      const fen = Number(jine);
      if (fen > none.yingshou)
        return envelope(null, 2002, "到账金额 2,000.00 元超过待还合计 1,041.87 元");
      return envelope({ ...none, shengyu: none.yingshou - fen, fenpei: [share] });
    }),
  );
});

const show = (onClose = () => {}) =>
  showPage(<Receive id={5} onClose={onClose} />, ["app:dingdan:query", "app:dingdan:daozhang"]);

it("shows where the money goes while it is typed, and the button carries the sum", async () => {
  show();
  await screen.findByText(/待还合计 1,041.87 元/);
  await userEvent.type(screen.getByLabelText("到账金额"), "200");
  const table = await screen.findByRole("table", { name: "到账分配" });
  expect(within(table).getAllByText("179.94")).toHaveLength(2);
  expect(within(table).getByRole("row", { name: /^合计/ })).toHaveTextContent(/200\.00$/);
  expect(within(table).getByText("待还 148.44")).toBeInTheDocument();
  // Nothing of it is insurance, so that there is no column of zeros.
  expect(within(table).queryByText("保险费")).toBeNull();
  expect(screen.getByText("841.87")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "确认到账 200.00 元" })).toBeInTheDocument();
});

it("books it for the day that was shown, though midnight has passed", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(at("/api/app/dingdan/daozhang"), async ({ request }) => {
      sent.push(await request.json());
      return envelope({});
    }),
  );
  show();
  await userEvent.click(await screen.findByRole("button", { name: "本期 348.44" }));
  await userEvent.type(screen.getByLabelText("流水号"), "S1");
  await userEvent.click(screen.getByLabelText("支付方式"));
  await userEvent.click(await screen.findByText("银行卡"));
  const ok = await screen.findByRole("button", { name: "确认到账 348.44 元" });
  await waitFor(() => expect(ok).toBeEnabled());
  await userEvent.click(ok);
  await waitFor(() => expect(sent).toMatchObject([{ jine: 34844, daozhangRiqi: "2026-03-10" }]));
});

it("fills in this instalment or everything overdue", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "本期 348.44" }));
  await waitFor(() => expect(asked).toContain("34844"));
  await screen.findByRole("button", { name: "确认到账 348.44 元" });
});

it("says why a sum is too much, and does not send it", async () => {
  show();
  await userEvent.type(await screen.findByLabelText("到账金额"), "2000");
  await screen.findByText(/超过待还合计 1,041.87 元/);
  expect(screen.getByRole("button", { name: /确认到账/ })).toBeDisabled();
});
