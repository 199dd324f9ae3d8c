import { searchFields, type SearchField } from "../../../crud/fromMeta";
import { metaOf } from "../../../crud/metaOf";
import { ResourcePage } from "../../../crud/ResourcePage";
import { accountFields } from "./accountFields";
import { accountActions, accountColumns, newAccount, type Account } from "./accounts";

const search: readonly SearchField[] = [
  { prop: "userId", label: "客户", kind: "ref", ref: "app/user" },
  ...searchFields(metaOf("app/user/shoukuan")),
];

/** 收款账户: where customers want their loans paid to. */
export default function AccountPage() {
  return (
    <ResourcePage<Account>
      resource="app/user/shoukuan"
      columns={accountColumns}
      fields={accountFields}
      search={search}
      initial={newAccount}
      actions={accountActions}
    />
  );
}
