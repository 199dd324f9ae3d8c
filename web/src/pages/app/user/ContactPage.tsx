import { definePage } from "@/crud/definePage";

/** 通讯录: of one customer at a time, who is chosen first. */
export default definePage("app/user/tongxunlu", {
  search: { userId: { label: "客户" } },
  firstSearch: ["userId"],
});
