import { ResourceForm } from "@/crud/lazyDialogs";
import { metaOf } from "@/crud/metaOf";
import { useRefresh } from "@/crud/verb/useRefresh";
import { TOUCHED, type Customer } from "./customerQueries";

const FORMS = {
  edit: { path: "app/user", title: "修改客户" },
  genjin: { path: "app/user/genjin", title: "新增跟进" },
  fufei: { path: "app/user/fufei", title: "新增付费" },
} as const;

interface Props {
  of: keyof typeof FORMS;
  customer: Customer;
  onClose: () => void;
}

/** The form that changes a customer, or adds to them what they are followed and paid by. */
export function CustomerForm({ of, customer, onClose }: Props) {
  const refresh = useRefresh();
  const { path, title } = FORMS[of];
  return (
    <ResourceForm
      meta={metaOf(path)}
      title={`${title}：${customer.nickName}`}
      row={of === "edit" ? customer : null}
      fields={of === "edit" ? {} : { userId: false }}
      {...(of === "edit" ? {} : { fixed: { userId: customer.id } })}
      onClose={onClose}
      onSaved={() => {
        onClose();
        void refresh([...TOUCHED, path]);
      }}
    />
  );
}
