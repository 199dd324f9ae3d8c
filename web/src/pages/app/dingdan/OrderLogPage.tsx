import type { AppLog } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import { searchFields, type ColumnOverrides } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { ResourcePage } from "@/crud/ResourcePage";
import { useOrderOfRow } from "@/loan/order/useOrderDialogs";

type LogRow = Row & AppLog;

const columns: ColumnOverrides<LogRow> = {
  bianhao: { fixed: "left", width: 178 },
  userShow: { width: 100 },
  neirong: { width: 280 },
  ip: { isShow: false },
};

const firstColumns = ["bianhao", "createTime", "userShow", "type", "neirong", "caozuorenShow"];

const search = searchFields(metaOf("app/log"), ["bianhao", "userShow", "caozuorenShow"]);

/** Append-only: the log is read and exported. */
const OFFERS = ["list", "query", "export"] as const;

/** 订单日志: what happened to which order, and who did it. */
export default function OrderLogPage() {
  const { actions, dialogs } = useOrderOfRow<LogRow>();
  return (
    <>
      <ResourcePage<LogRow>
        resource="app/log"
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
