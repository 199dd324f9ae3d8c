import { definePage } from "@/crud/definePage";

/** 积分商品: what points are exchanged for. */
export default definePage("app/jifen/shangpin", {
  columns: { mingcheng: { width: 180, fixed: "left" }, jifenJiage: { width: 110 } },
  fields: {
    kucun: { hint: "兑换时减少，取消兑换时退回" },
    jine: { hint: "除积分外每件另付的金额，没有则填 0" },
  },
  formWidth: 1000,
});
