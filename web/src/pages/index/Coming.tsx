import { useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import type { RowOf } from "@/crud/column";
import { RowLink } from "@/crud/RowLink";
import { DAY, officeNow } from "@/lib/day";
import { toast } from "@/lib/feedback";
import { useLinkTo } from "@/lib/linkTo";
import { useSession } from "@/lib/session";
import { NOT_MINE, type Customer } from "@/loan/customer/customerQueries";
import { permissionOf } from "@/loan/order/orderActions";
import { OrderLink } from "@/loan/order/OrderLink";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Loaded } from "@/widgets/Loaded";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Money } from "@/widgets/Money";
import { Overdue } from "@/widgets/Overdue";
import "@/widgets/buttons.css";

type Order = RowOf<"app/dingdan">;

/** What the page itself is asked by. */
export const HOME = ["app/page/admin/home"];

const FOLLOWS = ["app:user:query", "app:user:genjin:add"];

const SHOWN = 8;
const WEEK = 7;

/** What is opened from a row: a repayment to confirm, or a customer to follow. */
export type Opened = { confirming: number } | { following: Customer };

/** 近七日应还 and 逾期: whom to expect money from, and whom to call. */
export function Coming({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const permissions = useSession((state) => state.permissions);
  if (!permissions.has(permissionOf("list"))) return null;
  const mayConfirm = permissions.has(permissionOf("querenhuankuan"));
  const mayFollow = FOLLOWS.every((permission) => permissions.has(permission));

  async function follow(id: number) {
    const customer = await call("GET /app/user/findById/{id}", { id });
    if (customer.isMy) onOpen({ following: customer });
    else toast.warning(NOT_MINE);
  }

  return (
    <>
      <Due onConfirm={mayConfirm ? (id) => onOpen({ confirming: id }) : undefined} />
      <Late onFollow={mayFollow ? (id) => void follow(id).catch(() => {}) : undefined} />
    </>
  );
}

const LATEST = { isYuqi: "true", orders: "yuqiTianshu:desc" };

/** The way to all of them, where there is a page. */
function All({ filter }: { filter: Record<string, string> }) {
  const href = useLinkTo()("app/dingdan", {});
  if (!href) return null;
  return <a href={`${href}${new URLSearchParams(filter).toString()}`}>全部</a>;
}

function useOrders(name: string, ask: Record<string, string>) {
  return useQuery({
    queryKey: ["rows", "app/dingdan", "home", name],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/findAllByPage",
        { ...ask, current: 1, size: SHOWN },
        { ...quiet, signal },
      ),
  });
}

function Due({ onConfirm }: { onConfirm: ((id: number) => void) | undefined }) {
  const today = officeNow();
  const asked = {
    state: "DAIHUANKUAN",
    yinghuanRiBegin: today.format(DAY),
    yinghuanRiEnd: today.add(WEEK - 1, "day").format(DAY),
    orders: "yinghuanRi:asc",
  };
  const due = useOrders("due", asked);
  return (
    <section className="home-group" aria-label="近七日应还">
      <h2>
        近七日应还 <All filter={asked} />
      </h2>
      <Loaded query={due} rows={3}>
        {({ records }) => (
          <Ledger
            label="近七日应还"
            rows={records}
            rowKey={({ id }) => id}
            empty="近七日没有到期的款项"
            isPage
            columns={onConfirm ? [...DUE, confirming(onConfirm)] : DUE}
          />
        )}
      </Loaded>
    </section>
  );
}

function Late({ onFollow }: { onFollow: ((customer: number) => void) | undefined }) {
  const late = useOrders("late", LATEST);
  return (
    <section className="home-group" aria-label="逾期">
      <h2>
        逾期最久 <All filter={LATEST} />
      </h2>
      <Loaded query={late} rows={3}>
        {({ records }) => (
          <Ledger
            label="逾期最久"
            rows={records}
            rowKey={({ id }) => id}
            empty="没有逾期的订单"
            isPage
            columns={onFollow ? [...LATE, following(onFollow)] : LATE}
          />
        )}
      </Loaded>
    </section>
  );
}

const WHO: LedgerColumn<Order>[] = [
  {
    key: "customer",
    label: "客户",
    cell: ({ userId, userShow }) => (
      <RowLink resource="app/user" filter={{ shown: userId }} title="打开客户" isName>
        {userShow}
      </RowLink>
    ),
  },
  {
    key: "order",
    label: "订单号",
    cell: ({ id, bianhao }) => <OrderLink id={id} bianhao={bianhao} />,
  },
  { key: "qi", label: "期次", cell: ({ dangqianQi, zongqishu }) => `${dangqianQi}/${zongqishu}` },
];

const DUE: LedgerColumn<Order>[] = [
  { key: "day", label: "应还日", cell: ({ yinghuanRi }) => yinghuanRi },
  ...WHO,
  {
    key: "sum",
    label: "本期应还(元)",
    isNumber: true,
    cell: ({ benqiYinghuan }) => <Money fen={benqiYinghuan} />,
  },
];

const confirming = (onConfirm: (id: number) => void): LedgerColumn<Order> => ({
  key: "confirm",
  label: "操作",
  cell: ({ id }) => (
    <button type="button" className="dt-link" onClick={() => onConfirm(id)}>
      确认还款
    </button>
  ),
});

const LATE: LedgerColumn<Order>[] = [
  { key: "days", label: "逾期", cell: ({ yuqiTianshu }) => <Overdue days={yuqiTianshu} /> },
  ...WHO,
  {
    key: "phone",
    label: "手机号",
    cell: ({ userId, phone }) => (
      <MaskedValue
        resource="app/user"
        id={userId}
        field="phone"
        label="手机号"
        masked={phone ?? ""}
      />
    ),
  },
  {
    key: "sum",
    label: "逾期金额(元)",
    isNumber: true,
    cell: ({ yuqiJine }) => <Money fen={yuqiJine} />,
  },
];

const following = (onFollow: (customer: number) => void): LedgerColumn<Order> => ({
  key: "follow",
  label: "操作",
  cell: ({ userId }) => (
    <button type="button" className="dt-link" onClick={() => onFollow(userId)}>
      跟进
    </button>
  ),
});
