import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage } from "@/crud/testSupport";
import { setDicts } from "@/lib/dict";
import { toast } from "@/lib/feedback";
import { useShortcuts } from "@/lib/shortcuts";
import { answer, at, envelope, server } from "@/test/server";
import { ConfirmRepayment } from "./ConfirmRepayment";
import { Discount } from "./Discount";
import { Undo } from "./WithReason";

const bill = {
  dingdanId: 5,
  youhuiDangqian: 1000,
  youhuiShangxian: 34338,
  queren: { qi: 3, yingfujine: 34338, youhuijine: 0, shifujine: 34338 },
  huankuanJihuaList: [],
};

interface Sent {
  key: string | null;
  body: Record<string, unknown>;
}

/** Answers of one verb in turn; what was sent is kept. */
function serve(verb: string, answers: (() => Response)[]): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post(at(`/api/app/dingdan/${verb}`), async ({ request }) => {
      sent.push({
        key: request.headers.get("Idempotency-Key"),
        body: (await request.json()) as Record<string, unknown>,
      });
      return (answers[sent.length - 1] ?? (() => envelope({ id: 5 })))();
    }),
  );
  return sent;
}

const lost = () => new Response("", { status: 502 });
const stale = () => envelope(null, 301, "金额已变化，请核对");

const newest = (shijianId: number, miaoshu: string) =>
  answer("/api/app/dingdan/weapp/findById/5", { id: 5, kechexiao: { shijianId, miaoshu } });

let bills: (string | null)[];

beforeEach(() => {
  answer("/api/app/config/findByType/JIEKUAN", [{ jian: "xianxiaMianLiushui", zhi: "true" }]);
  setDicts([
    {
      type: "zhifu_fangshi",
      dataList: [
        { dictValue: "YINHANGKA", dictLabel: "银行卡" },
        { dictValue: "XIANXIA", dictLabel: "线下" },
      ],
    },
  ]);
  for (const kind of ["success", "warning", "error"] as const)
    vi.spyOn(toast, kind).mockImplementation(() => undefined);
  answer("/api/app/dingdan/weapp/findById/5", {
    id: 5,
    state: "DAIHUANKUAN",
    userShow: "张三",
    projectShow: "极速贷",
    bianhao: "D1",
  });
  bills = [];
  server.use(
    http.get(at("/api/app/dingdan/huankuanXiangqing/5"), ({ request }) => {
      bills.push(new URL(request.url).searchParams.get("riqi"));
      return envelope(bill);
    }),
  );
});

const show = (page: React.ReactNode) => showPage(page, ["app:dingdan:query"]);
/** Opens again whenever it closes, as from a row of the list. */
function Twice() {
  const [turn, setTurn] = useState(1);
  return <ConfirmRepayment key={turn} id={5} onClose={() => setTurn(turn + 1)} />;
}

/** Says how the money came. */
const sayPaid = async () => {
  await userEvent.type(await screen.findByLabelText("流水号"), "R1");
  await userEvent.click(screen.getByLabelText("支付方式"));
  await userEvent.click(await screen.findByText("银行卡"));
};

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
};

it("sends the amount it showed, once for a double click", async () => {
  const sent = serve("querenhuankuan", []);
  const onClose = vi.fn();
  show(<ConfirmRepayment id={5} onClose={onClose} />);
  expect(await screen.findByText(/确认客户款项已到账？/)).toHaveTextContent("本期应还 343.38 元");
  await sayPaid();
  const button = screen.getByRole("button", { name: "确认到账" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.dblClick(button);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    dingdanId: 5,
    qi: 3,
    yingfu: 34338,
    zhifufangshi: "YINHANGKA",
    liushuihao: "R1",
  });
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

it("asks about the money that should arrive when a discount is pending", async () => {
  const less = { qi: 3, yingfujine: 34338, youhuijine: 1000, shifujine: 33338 };
  answer("/api/app/dingdan/huankuanXiangqing/5", { ...bill, queren: less });
  const sent = serve("querenhuankuan", []);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  const question = await screen.findByText(/确认客户款项已到账？/);
  await waitFor(() => expect(question).toHaveTextContent("张三 第 3 期：优惠后应到账 333.38 元"));
  expect(within(question).getByText("333.38").tagName).toBe("STRONG");
  expect(screen.getByRole("button", { name: "343.38" })).toBeInTheDocument();
  await sayPaid();
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ yingfu: 33338 });
});

it("keeps its key when an answer is lost, takes a new one after a refusal", async () => {
  const sent = serve("querenhuankuan", [lost, stale]);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await sayPaid();
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(1));
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(2));
  const banner = await screen.findByText(/数据已变化：金额已变化。/);
  expect(toast.warning).not.toHaveBeenCalled();
  expect(within(banner.parentElement ?? banner).getByRole("button")).toHaveTextContent(/刷\s?新/);
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[1]?.key);
});

it("another opening is another decision", async () => {
  const sent = serve("querenhuankuan", []);
  const onClose = vi.fn();
  show(<ConfirmRepayment id={5} onClose={onClose} />);
  await sayPaid();
  await press("确认到账");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  document.body.replaceChildren();
  show(<ConfirmRepayment id={5} onClose={onClose} />);
  await sayPaid();
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

it("does not slide on to the next instalment when this one is confirmed elsewhere", async () => {
  serve("querenhuankuan", [
    () => {
      answer("/api/app/dingdan/huankuanXiangqing/5", {
        ...bill,
        queren: { ...bill.queren, qi: 4 },
      });
      return stale();
    },
  ]);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await sayPaid();
  await press("确认到账");
  await screen.findByText(/第 3 期已不是待确认的一期/);
  expect(screen.getByRole("button", { name: "确认到账" })).toBeDisabled();
});

it("does not slide on to the event before when this one is taken back elsewhere", async () => {
  newest(2, "第1期还款");
  const sent = serve("chexiao", [
    () => {
      newest(1, "放款");
      return stale();
    },
  ]);
  const onClose = vi.fn();
  show(<Undo id={5} onClose={onClose} />);
  expect(await screen.findByText("第1期还款")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("原因"), "记错了");
  await press("确认撤销");
  await screen.findByText(/“第1期还款”已不是最近一次操作/);
  expect(screen.getByRole("button", { name: "确认撤销" })).toBeDisabled();
  expect(sent.map(({ body }) => body.shijianId)).toEqual([2]);
  // The reason serves nothing any more: closing does not ask about it.
  await userEvent.click(screen.getByRole("button", { name: /取\s*消/ }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("asks before what was typed for a decision is lost", async () => {
  newest(2, "第1期还款");
  const onClose = vi.fn();
  show(<Undo id={5} onClose={onClose} />);
  await userEvent.type(await screen.findByLabelText("原因"), "记错了");
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByText("有未保存的修改，确定离开吗？")).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "不保存" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it("asks for the figures of the value date", async () => {
  const sent = serve("querenhuankuan", []);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await screen.findByText(/确认客户款项已到账？/);
  const day = screen.getByLabelText("到账日期");
  await userEvent.type(day, "2026-03-06{Enter}");
  await waitFor(() => expect(bills).toContain("2026-03-06"));
  await sayPaid();
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ daozhangRiqi: "2026-03-06", yingfu: 34338 });
});

it("explains the figure of the value date", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get(at("/api/app/dingdan/jieshi/5"), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("riqi"));
      return envelope([{ xiang: "逾期费", suanshi: "343.38 × 0.1% × 2 天", jieguo: 69 }]);
    }),
  );
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await screen.findByText(/确认客户款项已到账？/);
  await userEvent.type(screen.getByLabelText("到账日期"), "2026-03-06{Enter}");
  await waitFor(() => expect(bills).toContain("2026-03-06"));
  await userEvent.hover(screen.getByRole("button", { name: "343.38" }));
  expect(await screen.findByText(/343\.38 × 0\.1% × 2 天/)).toBeInTheDocument();
  expect(asked).toEqual(["2026-03-06"]);
});

it("Esc closes the explanation", async () => {
  answer("/api/app/dingdan/jieshi/5", [{ xiang: "本金", suanshi: "343.38", jieguo: 34338 }]);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await screen.findByText(/确认客户款项已到账？/);
  await userEvent.hover(screen.getByRole("button", { name: "343.38" }));
  const popover = (await screen.findByText("为什么是这个数")).closest(".ant-popover");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(popover).not.toBeVisible());
});

it("says what an undo takes back and how much, and names the event", async () => {
  answer("/api/app/dingdan/weapp/findById/5", {
    id: 5,
    bianhao: "D202603060000001",
    state: "DAIHUANKUAN",
    kechexiao: {
      shijianId: 31,
      type: "HUANKUAN",
      miaoshu: "第2期还款",
      jine: 34338,
      riqi: "2026-03-06",
    },
  });
  const sent = serve("chexiao", []);
  show(<Undo id={5} onClose={() => {}} />);
  const sentence = await screen.findByText(/这是最近一次操作，日期 2026-03-06/);
  expect(sentence).toHaveTextContent(/^撤销“第2期还款” 343.38 元（订单 D202603060000001）？/);
  await userEvent.type(screen.getByLabelText("原因"), "记错了");
  await press("确认撤销");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ dingdanId: 5, shijianId: 31, yuanyin: "记错了" });
});

it.each([
  ["12.345", 1235],
  ["12.344", 1234],
  ["1.005", 101],
  ["8", 800],
  ["0", 0],
])("a discount of %s yuan is sent as %d fen with the one it replaces", async (typed, fen) => {
  const sent = serve("setYouhuiDangqian", []);
  show(<Discount id={5} onClose={() => {}} />);
  await screen.findByText(/当前优惠 10.00 元/);
  await userEvent.type(screen.getByLabelText("优惠金额"), typed);
  await press("保存优惠");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ id: 5, jine: fen, jiuJine: 1000 });
});

it("a discount must be a number", async () => {
  const sent = serve("setYouhuiDangqian", []);
  show(<Discount id={5} onClose={() => {}} />);
  await press("保存优惠");
  const dialog = screen.getByRole("dialog");
  await within(dialog).findByText("请输入优惠金额");
  await userEvent.type(screen.getByLabelText("优惠金额"), "abc");
  await press("保存优惠");
  await within(dialog).findByText("请输入数字，例如 12.5");
  // The hint promises rounding, so nothing may speak of two decimals as a limit.
  expect(within(dialog).getByText(/超过两位小数的四舍五入到分/)).toBeInTheDocument();
  expect(within(dialog).queryByText(/最多两位小数/)).toBeNull();
  expect(sent).toHaveLength(0);
});

it("a discount is at most what is left on the instalment, after rounding", async () => {
  const sent = serve("setYouhuiDangqian", []);
  show(<Discount id={5} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/最多可优惠 343\.38 元/);
  await userEvent.type(screen.getByLabelText("优惠金额"), "343.385");
  await press("保存优惠");
  await within(dialog).findByText("优惠金额不能超过 343.38 元");
  expect(sent).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText("优惠金额"));
  await userEvent.type(screen.getByLabelText("优惠金额"), "343.384");
  await press("保存优惠");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ jine: 34338 });
});

it("asks how the money came, and lets cash alone have no number", async () => {
  const sent = serve("querenhuankuan", []);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await press("确认到账");
  const dialog = screen.getByRole("dialog");
  await within(dialog).findByText("请选择支付方式");
  await within(dialog).findByText("请输入流水号");
  await userEvent.click(screen.getByLabelText("支付方式"));
  await userEvent.click(await screen.findByText("线下"));
  await press("确认到账");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ zhifufangshi: "XIANXIA" });
});

it("a used receipt number is said at its field, and nothing else is called changed", async () => {
  const used = "流水号R1已登记在本订单，请核对";
  serve("querenhuankuan", [() => envelope({ fields: { liushuihao: used } }, 301, used)]);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await sayPaid();
  await press("确认到账");
  const dialog = screen.getByRole("dialog");
  await within(dialog).findByText(used);
  expect(toast.warning).not.toHaveBeenCalled();
  expect(within(dialog).queryByText(/数据已变化/)).toBeNull();
  expect(screen.getByRole("button", { name: "确认到账" })).toBeEnabled();
});

it("Enter in the last field submits", async () => {
  const sent = serve("querenhuankuan", []);
  show(<ConfirmRepayment id={5} onClose={() => {}} />);
  await screen.findByText(/确认客户款项已到账？/);
  await sayPaid();
  await userEvent.type(screen.getByLabelText("流水号"), "{Enter}");
  await waitFor(() => expect(sent).toHaveLength(1));
});

it("a dialog opened while an older bill is still kept asks about the instalment of now", async () => {
  serve("querenhuankuan", [
    () => {
      answer("/api/app/dingdan/huankuanXiangqing/5", {
        ...bill,
        queren: { ...bill.queren, qi: 4 },
      });
      return envelope({ id: 5, state: "DAIHUANKUAN" });
    },
  ]);
  show(<Twice />);
  await sayPaid();
  await press("确认到账");
  expect(await screen.findByText(/第 4 期/)).toBeInTheDocument();
  expect(screen.queryByText(/已不是待确认的一期/)).toBeNull();
});

it("its order is a link that asks before what was typed is lost", async () => {
  useShortcuts.setState({
    list: [{ to: "/loans", component: "app/dingdan", title: "订单", folder: "" }],
  });
  const onClose = vi.fn();
  show(<ConfirmRepayment id={5} onClose={onClose} />);
  const link = await screen.findByRole("link", { name: "D1" });
  expect(link).toHaveAttribute("href", "#/loans?shown=5");
  await userEvent.type(await screen.findByLabelText("流水号"), "R1");
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole("button", { name: "继续填写" }));
  expect(onClose).not.toHaveBeenCalled();
  expect(window.location.hash).toBe("");
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole("button", { name: "不保存" }));
  await waitFor(() => expect(window.location.hash).toBe("#/loans?shown=5"));
  expect(onClose).toHaveBeenCalledOnce();
  window.location.hash = "";
  useShortcuts.setState({ list: [] });
});
