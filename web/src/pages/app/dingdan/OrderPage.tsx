import { Button } from "antd";
import { useCallback, useMemo, useState } from "react";
import { ResourcePage } from "@/crud/ResourcePage";
import type { Selection } from "@/crud/table/ResourceTable";
import type { RowAction } from "@/crud/table/RowActions";
import { usePermitted, useSession } from "@/lib/session";
import { BatchReview, NewOrder } from "@/loan/lazyDialogs";
import { isOffered, orderRules, permissionOf } from "@/loan/order/orderActions";
import { firstColumns, orderColumns, orderSearch } from "./orderColumns";
import { useOrderDialogs } from "@/loan/order/useOrderDialogs";
import { useRefreshCounts } from "@/loan/order/orderQueries";
import type { Order } from "@/loan/order/orderTypes";
import { StateTabs } from "./StateTabs";
import type { Opening } from "@/loan/verbs/verb";

/** Changing and deleting an order is done by its verbs alone. */
const OFFERS = ["list", "query", "add", "export"] as const;

/** 订单列表: every loan by state, with what can be done to it. */
export default function OrderPage() {
  const { show, act, dialogs } = useOrderDialogs();
  const [isAdding, setAdding] = useState(false);
  const [batch, setBatch] = useState<Selection<Order> | null>(null);
  const canReview = usePermitted([permissionOf("shenhe")]);
  const canQuery = usePermitted([permissionOf("query")]);
  const refreshCounts = useRefreshCounts();
  const open = useCallback(({ id }: Order) => show(id), [show]);
  const actions = useCallback(() => rowActions(open, act), [open, act]);
  const permissions = useSession((state) => state.permissions);
  const search = useMemo(() => orderSearch(permissions), [permissions]);
  const columns = useMemo(() => orderColumns(canQuery ? open : undefined), [canQuery, open]);

  return (
    <>
      <ResourcePage<Order>
        resource="app/dingdan"
        columns={columns}
        firstColumns={firstColumns}
        search={search}
        offers={OFFERS}
        addText="新增订单"
        onAdd={() => setAdding(true)}
        actions={actions}
        renderTabs={(narrowing) => <StateTabs {...narrowing} />}
        onReload={refreshCounts}
        {...(canQuery ? { onOpen: open } : {})}
        {...(canReview
          ? {
              renderBatch: (selection) => (
                <BatchButton selection={selection} onClick={() => setBatch(selection)} />
              ),
            }
          : {})}
      />
      {dialogs}
      {isAdding ? <NewOrder onClose={() => setAdding(false)} /> : null}
      {batch ? (
        <BatchReview
          orders={batch.rows}
          onClose={() => {
            batch.clear();
            setBatch(null);
          }}
        />
      ) : null}
    </>
  );
}

interface BatchButtonProps {
  selection: Selection<Order>;
  onClick: () => void;
}

/** Says why there is nothing to review instead of opening an empty dialog. */
function BatchButton({ selection, onClick }: BatchButtonProps) {
  const isNone = !selection.rows.some(({ state }) => state === "DAISHENHE");
  return (
    <Button
      type="primary"
      disabled={isNone}
      title={isNone ? "所选订单中没有待审核的" : undefined}
      onClick={onClick}
    >
      批量审核
    </Button>
  );
}

function rowActions(
  open: (order: Order) => void,
  act: (opening: Opening) => void,
): RowAction<Order>[] {
  return [
    { label: "详情", perm: permissionOf("query"), onClick: open },
    ...orderRules.map((rule) => ({
      label: rule.label,
      perm: permissionOf(rule.action),
      isDanger: rule.isDanger ?? false,
      isHidden: (order: Order) => !isOffered(rule, order),
      onClick: ({ id }: Order) => act({ verb: rule.action, id }),
    })),
  ];
}
