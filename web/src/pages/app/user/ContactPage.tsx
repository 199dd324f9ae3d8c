import { definePage } from "@/crud/definePage";

/** 通讯录: of one customer at a time; a sheet of contacts is brought in where the customer is looked at. */
export default definePage("app/user/tongxunlu", {
  search: { userId: { label: "客户" } },
  firstSearch: ["userId"],
  offers: ["list", "query", "add", "edit", "del"],
});
