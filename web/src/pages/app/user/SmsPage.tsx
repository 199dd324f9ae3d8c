import { definePage } from "@/crud/definePage";

/** 短信记录: of one customer at a time; a sheet of messages is brought in where the customer is looked at. */
export default definePage("app/user/duanxin", {
  search: { userId: { label: "客户" } },
  firstSearch: ["userId"],
  offers: ["list", "query", "add", "edit", "del"],
});
