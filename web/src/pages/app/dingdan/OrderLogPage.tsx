import { definePage } from "@/crud/definePage";
import { orderDetail, orderOfRow } from "@/loan/order/orderDetail";
import { DictWord } from "@/widgets/DictWord";

/** 订单日志: what happened to which order, and who did it. */
export default definePage("app/log", {
  columns: {
    bianhao: { fixed: "left", width: 178 },
    userShow: { width: 100 },
    type: { render: ({ type }) => <DictWord dict="dingdan_log_type" value={type} /> },
    neirong: { width: 280 },
    ip: { isShow: false },
  },
  firstColumns: ["bianhao", "createTime", "userShow", "type", "neirong", "caozuorenShow"],
  firstSearch: ["bianhao", "userShow", "caozuorenShow"],
  actions: (page) => [orderOfRow(page)],
  detail: orderDetail,
  // Append-only: the log is read and exported.
  offers: ["list", "query", "export"],
});
