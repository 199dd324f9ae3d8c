import type { AppDingdanXingqing } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import { searchFields, type ColumnOverrides } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { ResourcePage } from "@/crud/ResourcePage";
import { revokedColumns } from "@/loan/order/revoked";
import { useOrderOfRow } from "@/loan/order/useOrderDialogs";

type RecordRow = Row & AppDingdanXingqing;

const columns: ColumnOverrides<RecordRow> = {
  bianhao: { fixed: "left", width: 178 },
  // A record is about an order; the customer is reached from there.
  userId: { width: 100, render: ({ userShow }) => userShow ?? "—" },
  ...revokedColumns,
};

/** What came in, how and when, seen without scrolling. */
const firstColumns = [
  "bianhao",
  "userId",
  "miaoshu",
  "yingfujine",
  "youhuijine",
  "shifujine",
  "zhifufangshi",
  "huankuanTime",
];

const search = searchFields(metaOf("app/dingdan/xingqing"), [
  "bianhao",
  "liushuihao",
  "huankuanTime",
]);

/** Written by the verbs of orders alone; here they are read. */
const OFFERS = ["list", "query", "export"] as const;

/** 还款记录: what moved, over all orders. */
export default function RecordPage() {
  const { actions, dialogs } = useOrderOfRow<RecordRow>();
  return (
    <>
      <ResourcePage<RecordRow>
        resource="app/dingdan/xingqing"
        columns={columns}
        firstColumns={firstColumns}
        search={search}
        offers={OFFERS}
        actions={actions}
      />
      {dialogs}
    </>
  );
}
