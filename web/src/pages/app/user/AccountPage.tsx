import { definePage } from "@/crud/definePage";
import { accountFields } from "@/loan/accounts/accountFields";
import { accountActions, accountColumns, newAccount } from "@/loan/accounts/accountPage";

/** 收款账户: where customers want their loans paid to. */
export default definePage("app/user/shoukuan", {
  columns: accountColumns,
  fields: accountFields,
  initial: newAccount,
  actions: accountActions,
  next: ({ userId }) => ({ label: "去新增订单", to: "app/dingdan", userId: Number(userId) }),
});
