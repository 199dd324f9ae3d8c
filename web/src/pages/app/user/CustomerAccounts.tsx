import { useMemo } from "react";
import type { FieldOverrides } from "@/crud/form/FormFields";
import type { ColumnOverrides, SearchField } from "@/crud/fromMeta";
import { ResourcePage } from "@/crud/ResourcePage";
import { Dialog } from "@/lib/Dialog";
import { accountFields } from "./accountFields";
import { accountActions, accountColumns, newAccount, type Account } from "./accounts";

interface Props {
  userId: number;
  name: string;
  onClose: () => void;
}

const columns: ColumnOverrides<Account> = {
  ...accountColumns,
  userId: false,
  state: { width: 90 },
  createTime: false,
};
const fields: FieldOverrides = { ...accountFields, userId: false };
const noSearch: readonly SearchField[] = [];

/** The receiving accounts of one customer. */
export function CustomerAccounts({ userId, name, onClose }: Props) {
  const fixed = useMemo(() => ({ userId }), [userId]);
  return (
    <Dialog title={`${name} 的收款账户`} width={1080} onClose={onClose}>
      <ResourcePage<Account>
        resource="app/user/shoukuan"
        name="app/user/shoukuan/one"
        columns={columns}
        fields={fields}
        initial={newAccount}
        actions={accountActions}
        search={noSearch}
        fixed={fixed}
        isEmbedded
      />
    </Dialog>
  );
}
