import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import type { RowAction } from "@/crud/table/RowActions";
import { callOnce } from "@/crud/verb/callOnce";
import { confirm } from "@/lib/feedback";
import { lazyDialog } from "@/lib/lazyDialog";

type Order = RowOf<"app/jifen/shangpin/dingdan">;
type Page = PageHandle<Order>;

const ShipDialog = lazyDialog(async () => (await import("./ShipDialog")).ShipDialog);

const SET_STATE = "app:jifen:shangpin:dingdan:setState";

type Next = "YIWANCHENG" | "TUIHUANZHONG" | "YIQUXIAO";

async function turn(order: Order, state: Next, question: string, okText: string, page: Page) {
  const isCancelling = state === "YIQUXIAO";
  const content = `${question}（${order.bianhao}）`;
  if (!(await confirm({ content, okText, focusCancel: isCancelling }))) return;
  try {
    await callOnce("POST /app/jifen/shangpin/dingdan/setState", { id: order.id, state });
  } finally {
    page.reload();
  }
}

const turning = (
  page: Page,
  label: string,
  [state, question]: [Next, string],
  from: readonly string[],
): RowAction<Order> => ({
  label,
  perm: SET_STATE,
  isDanger: state === "YIQUXIAO",
  isHidden: (order) => !from.includes(order.state),
  onClick: (order) => void turn(order, state, question, label, page).catch(() => {}),
});

/** 积分订单: goods on their way to those who had the points. */
export default definePage("app/jifen/shangpin/dingdan", {
  columns: { bianhao: { width: 190, fixed: "left" } },
  firstColumns: ["bianhao", "state", "userShow", "shangpinShow", "shuliang", "jifen"],
  fields: {
    shouhuoren: { hint: "实物商品必填" },
    shouhuoPhone: { hint: "实物商品必填" },
    shouhuoDizhi: { hint: "实物商品必填，发货后不能再改" },
  },
  addText: "代客兑换",
  formWidth: 700,
  offers: ["list", "query", "add", "edit", "export"],
  actions: (page) => [
    {
      label: "发货",
      perm: "app:jifen:shangpin:dingdan:setWuliuNo",
      isHidden: ({ state }) => state !== "DAIFAHUO",
      onClick: (order) => page.open((close) => <ShipDialog order={order} onClose={close} />),
    },
    turning(page, "完成", ["YIWANCHENG", "客户已经收到？"], ["YIFAHUO"]),
    {
      label: "更正物流",
      perm: "app:jifen:shangpin:dingdan:setWuliuNo",
      isHidden: ({ state }) => state !== "YIFAHUO",
      onClick: (order) => page.open((close) => <ShipDialog order={order} onClose={close} />),
    },
    turning(page, "退换", ["TUIHUANZHONG", "客户要退换这件商品？"], ["YIFAHUO"]),
    turning(
      page,
      "取消订单",
      ["YIQUXIAO", "取消后积分退给客户，库存退回，不能恢复。确认取消？"],
      ["DAIFAHUO", "TUIHUANZHONG"],
    ),
  ],
});
