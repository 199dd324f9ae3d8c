import { definePage } from "@/crud/definePage";
import { RowLink } from "@/crud/RowLink";
import { typedRule } from "@/crud/form/formRules";
import { isMobileNumber } from "@/lib/checkDigits";
import { Tag } from "@/widgets/Tag";
import { CustomerAccounts } from "./CustomerAccounts";

/** 客户: who borrows. */
export default definePage("app/user", {
  columns: {
    userNo: { width: 140 },
    headUrl: { isShow: false },
    nickName: { width: 110, fixed: "left" },
    sex: { width: 80 },
    state: { width: 90 },
    genjinrenId: { width: 100 },
    mendian: { width: 110 },
    dingdanCount: {
      render: ({ id, nickName, dingdanCount }) =>
        dingdanCount === 0 ? (
          <span className="dt-empty">0</span>
        ) : (
          <RowLink
            resource="app/dingdan"
            filter={{ userId: id }}
            title={`查看 ${nickName} 的全部订单`}
          >
            {dingdanCount}
          </RowLink>
        ),
    },
    isSuoding: {
      render: ({ isSuoding }) =>
        isSuoding ? <Tag type="danger">已锁定</Tag> : <span className="dt-empty">—</span>,
    },
  },
  // Who it is, whether they may borrow, who looks after them: seen without scrolling.
  firstColumns: [
    "nickName",
    "phone",
    "state",
    "isSuoding",
    "genjinrenId",
    "dingdanCount",
    "mendian",
  ],
  firstSearch: ["nickName", "phone", "userNo"],
  fields: {
    headUrl: { isLast: true },
    phone: { rules: [typedRule(isMobileNumber, "请输入 11 位手机号")] },
    isSuoding: { isEditOnly: true },
  },
  formWidth: 700,
  actions: (page) => [
    {
      label: "收款账户",
      perm: "app:user:shoukuan:list",
      onClick: ({ id, nickName }) =>
        page.open((close) => <CustomerAccounts userId={id} name={nickName} onClose={close} />),
    },
  ],
});
