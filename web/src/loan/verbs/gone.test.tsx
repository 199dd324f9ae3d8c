import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { showPage } from "@/crud/testSupport";
import { setDicts } from "@/lib/dict";
import { toast } from "@/lib/feedback";
import { answer, at, envelope, server } from "@/test/server";
import type { Verb } from "./verb";
import { VerbHost } from "./VerbHost";

const order = (state: string, more: object = {}) =>
  answer("/api/app/dingdan/weapp/findById/5", {
    id: 5,
    state,
    isYuqi: true,
    isTiqian: true,
    banbenSuo: 2,
    bianhao: "D1",
    userShow: "张三",
    shenqingJine: 300_000,
    jiekuanXiangqingData: {},
    shoukuanData: null,
    ...more,
  });

beforeEach(() => {
  for (const kind of ["success", "warning", "error"] as const)
    vi.spyOn(toast, kind).mockImplementation(() => undefined);
  setDicts([
    {
      type: "dingdan_state",
      dataList: [
        { dictValue: "DAIFANGKUAN", dictLabel: "待放款" },
        { dictValue: "YIJIEQING", dictLabel: "已结清" },
      ],
    },
  ]);
  answer("/api/app/config/findByType/JIEKUAN", []);
  answer("/api/app/dingdan/huankuanXiangqing/5", { dingdanId: 5, huankuanJihuaList: [] });
  answer("/api/app/dingdan/tiqianhuankuanInit", {});
  answer("/api/app/dingdan/daozhangInit", { yingshou: 0, fenpei: [] });
  answer("/api/app/dingdan/findAllByPage", { records: [{ id: 5 }, { id: 6 }], total: 2 });
  server.use(
    http.post(at("/api/app/dingdan/kanzhe"), () => envelope({ xingming: [] })),
    // What a review rests on is not what is looked at here.
    http.get(at("/api/app/dingdan/shenheInit"), () => envelope(null, 2004, "订单不存在")),
  );
});

/** A colleague approves while this one is being decided. */
function approvedMeanwhile(code: number) {
  server.use(
    http.post(at("/api/app/dingdan/shenhe"), () => {
      order("DAIFANGKUAN", { shenherenShow: "李四" });
      return envelope(null, code, "该订单已审核，请刷新后再试");
    }),
  );
}

async function refuse(isQueue: boolean) {
  const onClose = vi.fn();
  const onNext = vi.fn();
  order("DAISHENHE");
  showPage(<VerbHost verb="shenhe" id={5} isQueue={isQueue} onClose={onClose} onNext={onNext} />, [
    "app:dingdan:query",
  ]);
  await userEvent.click(await screen.findByRole("radio", { name: "拒绝" }));
  await userEvent.type(screen.getByLabelText("审核意见"), "负债过高");
  await userEvent.click(screen.getByRole("button", { name: "确认拒绝" }));
  await screen.findByText("该订单已由 李四 审核通过，现在是“待放款”。");
  return { onClose, onNext };
}

it.each([301, 2002])("says who reviewed it meanwhile, and asks nothing more (%d)", async (code) => {
  approvedMeanwhile(code);
  const { onClose } = await refuse(false);
  expect(screen.queryByText(/数据已变化/)).toBeNull();
  expect(screen.getByRole("button", { name: "确认拒绝" })).toBeDisabled();
  expect(screen.queryByRole("radio", { name: "通过" })).toBeNull();
  const close = screen.getByRole("button", { name: /^关\s?闭$/ });
  await waitFor(() => expect(close).toHaveFocus());
  await userEvent.click(close);
  expect(onClose).toHaveBeenCalledOnce();
});

it("goes on with the next of the queue", async () => {
  approvedMeanwhile(301);
  const { onClose, onNext } = await refuse(true);
  expect(screen.queryByRole("button", { name: "确认拒绝" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "下一单" }));
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(onNext).toHaveBeenCalledWith("shenhe", 6));
});

it.each<[Verb, string, string]>([
  ["fangkuan", "确认已放款", "放款"],
  ["chongqian", "重新放款", "重新放款"],
  ["querenhuankuan", "确认到账", "确认还款"],
  ["daozhang", "确认到账", "登记到账"],
  ["tiqian", "确认结清", "提前结清"],
  ["hexiao", "确认核销", "核销"],
  ["shouhui", "确认收回", "收回"],
  ["quxiao", "取消订单", "取消订单"],
  ["yanqi", "确认展期", "展期"],
  ["youhui", "保存优惠", "设置优惠"],
])("%s is not offered for an order that is paid off", async (verb, button, label) => {
  order("YIJIEQING");
  showPage(<VerbHost verb={verb} id={5} onClose={() => {}} />, ["app:dingdan:query"]);
  await screen.findByText(`该订单现在是“已结清”，不能再${label}。`);
  expect(screen.getByRole("button", { name: button })).toBeDisabled();
});
