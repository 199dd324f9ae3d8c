import type { ColumnOverrides } from "@/crud/fromMeta";
import { fenToYuan } from "@/lib/money";
import { CopyButton } from "@/widgets/CopyButton";
import { Money } from "@/widgets/Money";
import { Owed } from "@/widgets/Owed";
import { Overdue } from "@/widgets/Overdue";
import { chosenTab } from "./stateTab";
import type { PropOf, RowOf } from "@/crud/column";

type Order = RowOf<"app/dingdan">;
type Props = readonly PropOf<Order>[];

/** What is owed, which only orders in repayment have. */
const OWED: Props = [
  "isYuqi",
  "yuqiTianshu",
  "jinriYingshou",
  "yuqiJine",
  "benqiYinghuan",
  "yinghuanRi",
  "yuqiRi",
  "dangqianQi",
  "shengyuBenjin",
];
const BEFORE_PAYOUT: Props = [...OWED, "fangkuanTime"];
const NEVER_PAID_OUT: Props = [...BEFORE_PAYOUT, "huankuanJine"];

/** By state, the columns that could only say nothing or zero. */
const IDLE: Readonly<Record<string, Props>> = {
  DAISHENHE: BEFORE_PAYOUT,
  DAIFANGKUAN: BEFORE_PAYOUT,
  FANGKUANSHIBAI: BEFORE_PAYOUT,
  YIJUJUE: NEVER_PAID_OUT,
  YIQUXIAO: NEVER_PAID_OUT,
  YIJIEQING: OWED,
};
const NONE: Props = [];

export const idleColumns = (search: Readonly<Record<string, string>>): Props =>
  IDLE[chosenTab(search) ?? ""] ?? NONE;

/** The number opens the order for those who may look into it. */
export function orderColumns(
  open: ((order: RowOf<"app/dingdan">) => void) | undefined,
): ColumnOverrides<RowOf<"app/dingdan">> {
  return {
    bianhao: {
      fixed: "left",
      width: 178,
      render: (order) => (
        <span className="dt-copy">
          {open ? (
            <button type="button" className="dt-link dt-cut" onClick={() => open(order)}>
              {order.bianhao}
            </button>
          ) : (
            <span className="dt-cut">{order.bianhao}</span>
          )}
          <CopyButton text={order.bianhao} />
        </span>
      ),
    },
    userId: { width: 100 },
    huankuanJine: { render: (order) => <Total order={order} /> },
    projectId: { width: 150 },
    qudaoId: { isShow: false },
    jiekuanZhouqiShow: { width: 160 },
    huankuanMoshi: { width: 180 },
    state: { width: 106 },
    // It says the days, and is put in order by them.
    isYuqi: {
      isSort: true,
      sortBy: "yuqiTianshu",
      options: [
        { value: "true", label: "逾期" },
        { value: "false", label: "未逾期" },
      ],
      render: ({ isYuqi, yuqiTianshu }) =>
        isYuqi ? <Overdue days={yuqiTianshu} /> : <span className="dt-empty">—</span>,
    },
    // The number alone, for whoever wants a column of them.
    yuqiTianshu: {
      isSort: true,
      width: 100,
      render: ({ yuqiTianshu }) => <Days days={yuqiTianshu} />,
    },
    jinriYingshou: {
      render: ({ jinriYingshou, isYuqi }) => <Owed fen={jinriYingshou} isLate={isYuqi} />,
    },
    yuqiJine: { render: ({ yuqiJine }) => <Owed fen={yuqiJine} isLate /> },
    dangqianQi: {
      width: 90,
      render: ({ dangqianQi, zongqishu }) =>
        dangqianQi === null ? <span className="dt-empty">—</span> : `${dangqianQi}/${zongqishu}`,
    },
    yuqiRi: { isShow: false },
  };
}

function Days({ days }: { days: number }) {
  return days > 0 ? <span className="overdue">{days}</span> : <span className="dt-empty">—</span>;
}

/** Orders that ended before any money went out: nothing of them is repaid. */
const NEVER_LENT = new Set(["YIJUJUE", "YIQUXIAO"]);
const NOT_YET_LENT = new Set(["DAISHENHE", "DAIFANGKUAN", "FANGKUANSHIBAI"]);

/** What is repaid in all, upfront fee included; before the payout it is a preview, and looks so. */
function Total({ order: { state, huankuanJine } }: { order: RowOf<"app/dingdan"> }) {
  if (NEVER_LENT.has(state)) return <span className="dt-empty">—</span>;
  if (NOT_YET_LENT.has(state))
    return (
      <span className="muted" title="预览：尚未放款，以放款日为准">
        {fenToYuan(huankuanJine)}
      </span>
    );
  return <Money fen={huankuanJine} />;
}
