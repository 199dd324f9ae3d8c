import { definePage } from "@/crud/definePage";
import { Dialog } from "@/lib/Dialog";
import { accountFields } from "./accountFields";
import { accountActions, accountColumns, newAccount } from "./accounts";

interface Props {
  userId: number;
  name: string;
  onClose: () => void;
}

const Accounts = definePage("app/user/shoukuan", {
  name: "app/user/shoukuan/one",
  columns: { ...accountColumns, userId: false, state: { width: 90 }, createTime: false },
  fields: { ...accountFields, userId: false },
  initial: newAccount,
  actions: accountActions,
  search: false,
});

/** The receiving accounts of one customer. */
export function CustomerAccounts({ userId, name, onClose }: Props) {
  return (
    <Dialog title={`${name} 的收款账户`} width={1080} onClose={onClose}>
      <Accounts fixed={{ userId }} />
    </Dialog>
  );
}
