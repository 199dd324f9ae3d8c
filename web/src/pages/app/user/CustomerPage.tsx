import { definePage } from "@/crud/definePage";
import { RowLink } from "@/crud/RowLink";
import { customerDetail } from "@/loan/customer/customerDetail";
import { NOT_MINE } from "@/loan/customer/customerQueries";
import { AssignDialog, NotifyDialog } from "@/loan/lazyDialogs";
import { Owed } from "@/widgets/Owed";
import { Tag } from "@/widgets/Tag";
import { customerFields } from "./customerFields";

/** 客户: who borrows. */
export default definePage("app/user", {
  columns: (page) => ({
    userNo: { width: 140 },
    headUrl: { isShow: false },
    nickName: {
      width: 110,
      fixed: "left",
      render: ({ id, nickName }) =>
        page.may(customerDetail.perm) ? (
          <button type="button" className="dt-link dt-cut" onClick={() => page.show(id)}>
            {nickName}
          </button>
        ) : (
          nickName
        ),
    },
    sex: { width: 80 },
    state: { width: 90 },
    genjinrenId: { width: 100 },
    mendian: { width: 110 },
    zhenshixingming: { width: 120 },
    shimingState: { width: 104 },
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
    jinriYingshou: {
      render: ({ jinriYingshou, yuqiCount }) => <Owed fen={jinriYingshou} isLate={yuqiCount > 0} />,
    },
    yuqiJine: { render: ({ yuqiJine }) => <Owed fen={yuqiJine} isLate /> },
    isSuoding: {
      render: ({ isSuoding }) =>
        isSuoding ? <Tag type="danger">已锁定</Tag> : <span className="dt-empty">—</span>,
    },
  }),
  // Who it is, whether they may borrow, what they owe, who looks after them: seen without scrolling.
  firstColumns: [
    "nickName",
    "phone",
    "shimingState",
    "dingdanCount",
    "daihuanJine",
    "jinriYingshou",
    "yuqiJine",
    "genjinrenId",
    "state",
    "isSuoding",
    "mendian",
  ],
  firstSearch: ["nickName", "phone", "zhenshixingming", "userNo"],
  search: { zhenshixingming: { placeholder: "完整姓名" }, qudaoId: { label: "渠道" } },
  fields: customerFields,
  formWidth: 700,
  sums: {},
  detail: customerDetail,
  opening: { perm: customerDetail.perm, open: ({ id }, page) => page.show(id) },
  refuseEdit: ({ isMy }) => (isMy ? undefined : NOT_MINE),
  refuseDelete: ({ isMy }) => (isMy ? undefined : NOT_MINE),
  next: (_values, id) => ({ label: "去新增订单", to: "app/dingdan", userId: id }),
  actions: (page) => [
    { label: "详情", perm: customerDetail.perm, onClick: ({ id }) => page.show(id) },
    {
      label: "分配",
      perm: "app:user:fenpei",
      onClick: (row) =>
        page.open((close) => <AssignDialog customers={[row]} onDone={close} onClose={close} />),
    },
    {
      label: "通知",
      perm: "app:user:tongzhi",
      onClick: (row) =>
        page.open((close) => <NotifyDialog customers={[row]} onDone={close} onClose={close} />),
    },
  ],
  batch: [
    {
      label: "批量分配",
      perm: "app:user:fenpei",
      look: { type: "primary" },
      onClick: (rows, page, clear) =>
        page.open((close) => (
          <AssignDialog
            customers={rows}
            onDone={() => {
              clear();
              close();
            }}
            onClose={close}
          />
        )),
    },
    {
      label: "批量通知",
      perm: "app:user:tongzhi",
      onClick: (rows, page, clear) =>
        page.open((close) => (
          <NotifyDialog
            customers={rows}
            onDone={() => {
              clear();
              close();
            }}
            onClose={close}
          />
        )),
    },
  ],
});
