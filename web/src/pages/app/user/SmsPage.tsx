import { definePage } from "@/crud/definePage";

/** 短信记录: of one customer at a time, who is chosen first. */
export default definePage("app/user/duanxin", {
  search: { userId: { label: "客户" } },
  firstSearch: ["userId"],
});
