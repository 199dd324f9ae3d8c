import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import { RowName } from "@/crud/detail/RowName";
import type { PageHandle } from "@/crud/page";
import { orderDetail } from "@/loan/order/orderDetail";
import { RecordDialog } from "./RecordDialog";
import { fieldName, isOfCustomer, permissionToOpen, resourceName, revealable } from "./revealLog";

type Reveal = RowOf<"app/mingan/jilu">;

const ORDERS = "app/dingdan";
const CUSTOMERS = "app/user";

function show({ ziyuan: resource, mubiaoId: id }: Reveal, page: PageHandle<Reveal>) {
  if (resource === ORDERS) page.show(id);
  else page.open((close) => <RecordDialog resource={resource} id={id} onClose={close} />);
}

/** What was looked at, for those who may look at it too. */
function target(row: Reveal, page: PageHandle<Reveal>) {
  const { ziyuan, ziduan, mubiaoId } = row;
  // A search is for a number, not for a record.
  if (mubiaoId === 0) return <span className="dt-empty">—</span>;
  if (isOfCustomer(ziyuan, ziduan))
    return (
      <RowName resource={CUSTOMERS} id={mubiaoId} label={`打开客户 ${mubiaoId}`}>
        {mubiaoId}
      </RowName>
    );
  const needed = permissionToOpen(ziyuan);
  if (!needed || !page.may(needed)) return mubiaoId;
  return (
    <button
      type="button"
      className="dt-link"
      aria-label={`打开${resourceName(ziyuan)} ${mubiaoId}`}
      onClick={() => show(row, page)}
    >
      {mubiaoId}
    </button>
  );
}

/** 敏感信息查看记录: who looked at or searched for whose personal data, and why. */
export default definePage("app/mingan/jilu", {
  columns: (page) => ({
    createTime: { label: "查看时间", fixed: "left" },
    createBy: { label: "查看人", width: 110 },
    ziyuan: { render: ({ ziyuan }) => resourceName(ziyuan) },
    ziduan: { width: 120, render: ({ ziyuan, ziduan }) => fieldName(ziyuan, ziduan) },
    leixing: { width: 80 },
    mubiaoId: { label: "记录", align: "left", width: 110, render: (row) => target(row, page) },
    yuanyin: { width: 280 },
  }),
  firstColumns: ["createTime", "createBy", "leixing", "ziyuan", "mubiaoId", "ziduan", "yuanyin"],
  // Who looked decides first.
  search: {
    createBy: { label: "查看人" },
    createTime: { label: "查看时间" },
    ziyuan: { kind: "pick", options: revealable },
  },
  firstSearch: ["createBy", "createTime"],
  detail: orderDetail,
});
