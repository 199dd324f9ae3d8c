import type { ColumnOverrides, SearchField } from "@/crud/fromMeta";
import { searchFields } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { CopyButton } from "@/widgets/CopyButton";
import { Overdue } from "@/widgets/Overdue";
import { CustomerLink } from "./CustomerLink";
import type { Order } from "@/loan/order/orderTypes";

/** What an operator asks for first stands on the visible line. */
const FIRST = ["bianhao", "phone", "userId"];

const REFERENCES: SearchField[] = [
  { prop: "userId", label: "客户", kind: "ref", ref: "app/user" },
  { prop: "projectId", label: "项目", kind: "ref", ref: "app/project" },
  { prop: "qudaoId", label: "渠道", kind: "ref", ref: "app/qudao" },
  { prop: "genjinrenId", label: "跟进人", kind: "ref", ref: "sys/user" },
];

const rank = ({ prop }: SearchField) => (FIRST.includes(prop) ? FIRST.indexOf(prop) : FIRST.length);

/** The search fields; those that choose from a list the person may not see are left out. */
export function orderSearch(permissions: ReadonlySet<string>): SearchField[] {
  const own = searchFields(metaOf("app/dingdan"));
  const known = new Set(own.map(({ prop }) => prop));
  const all = [...REFERENCES.filter(({ prop }) => !known.has(prop)), ...own];
  return all
    .filter(({ ref }) => !ref || permissions.has(`${metaOf(ref).perm}:list`))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** What decides is seen without scrolling: who, which state, how late, how much, when. */
export const firstColumns = [
  "bianhao",
  "userId",
  "state",
  "isYuqi",
  "jiekuanJine",
  "huankuanJine",
  "yinghuanRi",
  "projectId",
];

/** The number opens the order for those who may look into it. */
export function orderColumns(open: ((order: Order) => void) | undefined): ColumnOverrides<Order> {
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
    userId: {
      width: 100,
      render: ({ userId, userShow }) => <CustomerLink id={userId} name={userShow} />,
    },
    projectId: { width: 150 },
    qudaoId: { isShow: false },
    jiekuanZhouqiShow: { width: 160 },
    huankuanMoshi: { width: 180 },
    state: { width: 106 },
    isYuqi: {
      options: [
        { value: "true", label: "逾期" },
        { value: "false", label: "未逾期" },
      ],
      render: ({ isYuqi, yuqiTianshu }) =>
        isYuqi ? <Overdue days={yuqiTianshu} /> : <span className="dt-empty">—</span>,
    },
    // The days stand with the word that says so.
    yuqiTianshu: false,
  };
}
