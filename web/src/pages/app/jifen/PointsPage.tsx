import { definePage } from "@/crud/definePage";

/** 积分流水: every movement of points. A wrong one is set right by another. */
export default definePage("app/jifen", {
  columns: { jifen: { width: 100 }, yue: { width: 110 }, guanlianId: { width: 190 } },
  firstColumns: ["userShow", "phone", "type", "fangxiang", "jifen", "yue", "biaoti"],
  firstSearch: ["userId", "biaoti", "guanlianId"],
  addText: "调整积分",
  offers: ["list", "query", "add", "export"],
});
