import { definePage } from "@/crud/definePage";
import { dayOf } from "@/lib/day";
import { orderDetail, orderOfRow } from "@/loan/order/orderDetail";
import { revokedColumns } from "@/loan/order/revoked";

/** 还款记录: what moved, over all orders. */
export default definePage("app/dingdan/xingqing", {
  columns: {
    bianhao: { fixed: "left", width: 196 },
    userId: { width: 100 },
    // A day: nobody owes by the hour.
    dangqianHuankuanTime: {
      width: 110,
      render: ({ dangqianHuankuanTime }) =>
        dangqianHuankuanTime ? dayOf(dangqianHuankuanTime) : <span className="dt-empty">—</span>,
    },
    // One receipt over several instalments is one movement, whose first record has the number.
    liushuihao: { blank: ({ liushuiJine }) => (liushuiJine === null ? "同笔到账" : undefined) },
    ...revokedColumns,
  },
  // What came in, how and when, seen without scrolling.
  firstColumns: [
    "bianhao",
    "userId",
    "miaoshu",
    "yingfujine",
    "youhuijine",
    "shifujine",
    "zhifufangshi",
    "huankuanTime",
  ],
  firstSearch: ["bianhao", "liushuihao", "huankuanTime"],
  actions: (page) => [orderOfRow(page)],
  detail: orderDetail,
  // Written by the verbs of orders alone; here they are read.
  offers: ["list", "query", "export"],
  sums: { counts: ({ isChexiao }) => !isChexiao, note: "（收支净额）" },
});
