import { useState } from "react";
import type { CustomerDue } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import { addFen, fenToYuan } from "@/lib/money";
import { useSession } from "@/lib/session";
import { DictTag } from "@/widgets/DictTag";
import { Fact, Facts } from "@/widgets/Facts";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Loaded } from "@/widgets/Loaded";
import { Money } from "@/widgets/Money";
import { Owed } from "@/widgets/Owed";
import { Overdue } from "@/widgets/Overdue";
import { OrderLink } from "@/loan/order/OrderLink";
import { VerbHost } from "@/loan/lazyDialogs";
import { CustomerWhy } from "@/loan/why/CustomerWhy";
import { permissionOf } from "@/loan/order/orderActions";
import { useDue, useOrders } from "./customerQueries";

/** Instalments that are shown of what falls due. */
const SOON = 6;

/** 订单: what they owe, what falls due next, and every order. */
export function OrdersTab({ id }: { id: number }) {
  const canReceive = useSession((state) => state.permissions.has(permissionOf("daozhang")));
  const [receiving, setReceiving] = useState<number | null>(null);
  const due = useDue(id);
  const orders = useOrders(id);
  return (
    <div className="customer-pane">
      <Loaded query={due} rows={3}>
        {(owed) => (
          <>
            <Facts className="customer-sums">
              <Fact label="在贷">{owed.zaidaiCount} 笔</Fact>
              <Fact label="剩余本金（元）">{fenToYuan(owed.daihuanBenjin)}</Fact>
              <Fact label="待还总额（元）">{fenToYuan(owed.daihuanZonge)}</Fact>
              <Fact label="今日应收（元）">
                <CustomerWhy id={id} xiang="YINGSHOU" isSecond>
                  <Owed fen={owed.jinriYingshou} isLate={owed.yuqiCount > 0} />
                </CustomerWhy>
              </Fact>
              <Fact label="逾期合计（元）">
                <CustomerWhy id={id} xiang="YUQI" isSecond>
                  <Owed fen={owed.yuqiJine} isLate />
                </CustomerWhy>
              </Fact>
            </Facts>
            <h3>近期应还</h3>
            <Ledger
              label="近期应还"
              rows={owed.jihua.slice(0, SOON)}
              rowKey={({ dingdanId, qi }) => `${dingdanId}-${qi}`}
              empty="没有待还的款项"
              isAmongOthers
              columns={[
                ...dueColumns(owed.jihua),
                ...(canReceive ? [receiveColumn<Due>(firstOf(owed.jihua), setReceiving)] : []),
              ]}
            />
          </>
        )}
      </Loaded>
      <h3>全部订单</h3>
      <Loaded query={orders} rows={4}>
        {({ records, total }) => (
          <Ledger
            label="客户的订单"
            rows={records}
            rowKey={(order) => order.id}
            empty="还没有订单"
            isAmongOthers
            columns={[
              ...orderColumns(records, total),
              ...(canReceive ? [receiveColumn<Order>(owing, setReceiving)] : []),
            ]}
          />
        )}
      </Loaded>
      {receiving === null ? null : (
        <VerbHost verb="daozhang" id={receiving} onClose={() => setReceiving(null)} />
      )}
    </div>
  );
}

/** Money that came in is booked where the customer is looked at. */
function receiveColumn<R>(
  orderOf: (row: R) => number | null,
  onReceive: (id: number) => void,
): LedgerColumn<R> {
  return {
    key: "receive",
    label: "操作",
    cell: (row) => {
      const id = orderOf(row);
      return id === null ? null : (
        <button type="button" className="dt-link" onClick={() => onReceive(id)}>
          登记到账
        </button>
      );
    },
  };
}

/** A receipt goes to the oldest instalments of its order: it is offered there. */
const firstOf = (all: readonly Due[]) => (due: Due) =>
  all.find(({ dingdanId }) => dingdanId === due.dingdanId) === due ? due.dingdanId : null;

const owing = ({ id, state }: Order) => (state === "DAIHUANKUAN" ? id : null);

/** The name of the sums below rows that may be the first of more. */
const footName = (shown: number, total: number, unit: string) =>
  shown < total ? `前 ${shown} ${unit}合计` : "合计";

type Due = CustomerDue["jihua"][number];

const dueColumns = (all: readonly Due[]): LedgerColumn<Due>[] => [
  {
    key: "day",
    label: "应还日",
    cell: ({ riqi }) => riqi,
    foot: all.length > 0 ? footName(Math.min(all.length, SOON), all.length, "期") : undefined,
  },
  {
    key: "order",
    label: "订单号",
    cell: ({ dingdanId, bianhao }) => <OrderLink id={dingdanId} bianhao={bianhao} />,
  },
  { key: "qi", label: "期次", cell: ({ qi, zongqishu }) => `${qi}/${zongqishu}` },
  {
    key: "left",
    label: "待还(元)",
    isNumber: true,
    cell: ({ weihuan }) => <Money fen={weihuan} />,
    foot: <Money fen={addFen(...all.slice(0, SOON).map(({ weihuan }) => weihuan))} />,
  },
  {
    key: "late",
    label: "逾期",
    cell: ({ isYuqi, yuqiTianshu }) =>
      isYuqi ? <Overdue days={yuqiTianshu} /> : <span className="muted">—</span>,
  },
];

type Order = RowOf<"app/dingdan">;

const orderColumns = (orders: readonly Order[], total: number): LedgerColumn<Order>[] => [
  {
    key: "number",
    label: "订单号",
    cell: ({ id, bianhao }) => <OrderLink id={id} bianhao={bianhao} />,
    foot: orders.length > 0 ? footName(orders.length, total, "笔") : undefined,
  },
  { key: "product", label: "产品", cell: ({ projectShow }) => projectShow },
  {
    key: "amount",
    label: "借款金额(元)",
    isNumber: true,
    cell: ({ jiekuanJine }) => <Money fen={jiekuanJine} />,
    foot: <Money fen={addFen(...orders.map(({ jiekuanJine }) => jiekuanJine))} />,
  },
  {
    key: "state",
    label: "状态",
    cell: ({ state, isYuqi, yuqiTianshu }) => (
      <>
        <DictTag dict="dingdan_state" value={state} />
        {isYuqi ? <Overdue days={yuqiTianshu} /> : null}
      </>
    ),
  },
  { key: "time", label: "创建时间", cell: ({ createTime }) => createTime },
];
