import { definePage } from "@/crud/definePage";

/** 公告: what the app shows its customers. */
export default definePage("app/gonggao", {
  columns: { biaoti: { width: 220, fixed: "left" } },
  fields: {
    isZhiding: { hint: "排在其他公告之前" },
    isTanchuang: { hint: "客户打开 App 时弹出" },
    kaishiTime: { hint: "不填表示发布后立即显示" },
  },
  formWidth: 1000,
});
