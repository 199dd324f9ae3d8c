import { definePage } from "@/crud/definePage";
import { accountFields } from "@/loan/accounts/accountFields";
import { accountActions, accountColumns, newAccount } from "@/loan/accounts/accountPage";
import type { Customer } from "./customerQueries";

const ofOne = {
  columns: { ...accountColumns, userId: false, state: { width: 90 }, createTime: false },
  fields: { ...accountFields, userId: false },
  initial: newAccount,
  search: false,
  name: "app/user/shoukuan/one",
} as const;

const Own = definePage("app/user/shoukuan", { ...ofOne, actions: accountActions });
const Theirs = definePage("app/user/shoukuan", { ...ofOne, offers: ["list", "query"] });

/** 银行信息: where this customer's loans are paid to. */
export function AccountsTab({ customer }: { customer: Customer }) {
  const Accounts = customer.isMy ? Own : Theirs;
  return <Accounts fixed={{ userId: customer.id }} />;
}
