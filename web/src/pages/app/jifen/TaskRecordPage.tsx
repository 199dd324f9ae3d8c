import { definePage } from "@/crud/definePage";

/** 任务记录: how far customers came with their tasks. Written by what they do. */
export default definePage("app/jifen/renwu/jilu", {
  firstColumns: ["userShow", "phone", "renwuShow", "zhouqiKey", "jindu", "mubiao", "jifen"],
  firstSearch: ["userId", "renwuId"],
  offers: ["list", "query", "export"],
});
