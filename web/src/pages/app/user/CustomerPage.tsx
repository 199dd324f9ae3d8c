import { useCallback, useState } from "react";
import type { AppUser } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import { typedRule } from "@/crud/form/formRules";
import { searchFields, type ColumnOverrides } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { ResourcePage } from "@/crud/ResourcePage";
import type { RowAction } from "@/crud/table/RowActions";
import { isMobileNumber } from "@/lib/checkDigits";
import { Tag } from "@/widgets/Tag";
import { CustomerAccounts } from "./CustomerAccounts";

type Customer = Row & AppUser;

const columns: ColumnOverrides<Customer> = {
  userNo: { width: 140 },
  headUrl: { isShow: false },
  nickName: { width: 110, fixed: "left" },
  sex: { width: 80 },
  state: { width: 90 },
  genjinrenId: { width: 100 },
  mendian: { width: 110 },
  isSuoding: {
    render: ({ isSuoding }) =>
      isSuoding ? <Tag type="danger">已锁定</Tag> : <span className="dt-empty">—</span>,
  },
};

/** Who it is, whether they may borrow, who looks after them: seen without scrolling. */
const firstColumns = [
  "nickName",
  "phone",
  "state",
  "isSuoding",
  "genjinrenId",
  "dingdanCount",
  "mendian",
];

const fields: FieldOverrides = {
  headUrl: { isLast: true },
  phone: { rules: [typedRule(isMobileNumber, "请输入 11 位手机号")] },
  isSuoding: { isEditOnly: true },
};

const search = searchFields(metaOf("app/user"), ["nickName", "phone", "userNo"]).map((field) =>
  field.prop === "phone" ? { ...field, label: "手机号" } : field,
);

/** 客户: who borrows. */
export default function CustomerPage() {
  const [shown, setShown] = useState<Customer | null>(null);
  const actions = useCallback(
    (): RowAction<Customer>[] => [
      { label: "收款账户", perm: "app:user:shoukuan:list", onClick: setShown },
    ],
    [],
  );
  return (
    <>
      <ResourcePage<Customer>
        resource="app/user"
        columns={columns}
        firstColumns={firstColumns}
        fields={fields}
        search={search}
        formWidth={700}
        actions={actions}
      />
      {shown ? (
        <CustomerAccounts userId={shown.id} name={shown.nickName} onClose={() => setShown(null)} />
      ) : null}
    </>
  );
}
