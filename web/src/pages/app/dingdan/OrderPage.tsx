import { ImportOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import type { RowAction } from "@/crud/table/RowActions";
import { BatchReview, NewOrder, StatementDialog } from "@/loan/lazyDialogs";
import { isOffered, orderRules, permissionOf } from "@/loan/order/orderActions";
import { decide, orderDetail } from "@/loan/order/orderDetail";
import type { RowOf } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import { accountFields } from "@/loan/accounts/accountFields";
import { newAccount } from "@/loan/accounts/accountPage";
import { customerFields } from "@/pages/app/user/customerFields";
import { idleColumns, orderColumns } from "./orderColumns";
import { ReviewInTurn } from "./ReviewInTurn";
import { StateTabs } from "./StateTabs";

type Page = PageHandle<RowOf<"app/dingdan">>;

const QUERY = permissionOf("query");

/** A customer and an account are added without leaving the order. */
const FORMS = {
  customer: { fields: customerFields as FieldOverrides, width: 700 },
  account: {
    fields: { ...accountFields, userId: false } as FieldOverrides,
    initial: newAccount,
    width: 700,
  },
};

function rowActions(page: Page): RowAction<RowOf<"app/dingdan">>[] {
  return [
    { label: "详情", perm: QUERY, onClick: ({ id }) => page.show(id) },
    ...orderRules.map((rule) => ({
      label: rule.label,
      perm: permissionOf(rule.action),
      isDanger: rule.isDanger ?? false,
      isHidden: (order: RowOf<"app/dingdan">) => !isOffered(rule, order),
      onClick: ({ id }: RowOf<"app/dingdan">) => decide({ verb: rule.action, id }, page),
    })),
  ];
}

/** 订单列表: every loan by state, with what can be done to it. */
export default definePage("app/dingdan", {
  columns: (page) => orderColumns(page.may(QUERY) ? ({ id }) => page.show(id) : undefined),
  // What decides is seen without scrolling: who, which state, how late, how much, when.
  firstColumns: [
    "bianhao",
    "userId",
    "state",
    "isYuqi",
    "jinriYingshou",
    "yuqiJine",
    "benqiYinghuan",
    "yinghuanRi",
    "dangqianQi",
    "shengyuBenjin",
    "jiekuanJine",
    "huankuanJine",
    "projectId",
    "yuqiTianshu",
  ],
  idleColumns,
  search: {
    userId: { label: "客户" },
    projectId: { label: "产品" },
    qudaoId: { label: "渠道" },
    genjinrenId: { label: "归属人" },
  },
  // What an operator asks for first stands on the visible line.
  firstSearch: ["bianhao", "phone", "userId", "projectId", "qudaoId", "genjinrenId"],
  // Changing and deleting an order is done by its verbs alone.
  offers: ["list", "query", "add", "export"],
  addText: "新增订单",
  onAdd: (page, userId) =>
    page.open((close) => (
      <NewOrder
        userId={userId}
        forms={FORMS}
        onClose={close}
        onNext={(verb, id) => decide({ verb, id }, page)}
      />
    )),
  tools: (page) => (
    <>
      <ReviewInTurn page={page} />
      {page.may(permissionOf("daozhang")) ? (
        <Button
          icon={<ImportOutlined />}
          onClick={() => page.open((close) => <StatementDialog onClose={close} />)}
        >
          导入到账
        </Button>
      ) : null}
    </>
  ),
  actions: rowActions,
  detail: orderDetail,
  opening: { perm: QUERY, open: ({ id }, page) => page.show(id) },
  sums: {},
  tabs: (list) => <StateTabs list={list} />,
  batch: [
    {
      label: "批量审核",
      perm: permissionOf("shenhe"),
      look: { type: "primary" },
      refusal: (orders) =>
        orders.some(({ state }) => state === "DAISHENHE") ? undefined : "所选订单中没有待审核的",
      onClick: (orders, page, clear) =>
        page.open((close) => (
          <BatchReview
            orders={orders}
            onClose={(isDone) => {
              if (isDone) clear();
              close();
            }}
          />
        )),
    },
  ],
});
