import { ResourcePage } from "@/crud/ResourcePage";
import { accountFields } from "./accountFields";
import { accountActions, accountColumns, newAccount, type Account } from "./accounts";

/** 收款账户: where customers want their loans paid to. */
export default function AccountPage() {
  return (
    <ResourcePage<Account>
      resource="app/user/shoukuan"
      columns={accountColumns}
      fields={accountFields}
      initial={newAccount}
      actions={accountActions}
    />
  );
}
