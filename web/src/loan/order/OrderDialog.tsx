import { Button, Modal, Tabs } from "antd";
import { useState } from "react";
import { DialogFocus, useFocusReturn } from "@/lib/DialogFocus";
import { useSession } from "@/lib/session";
import { Loaded } from "@/widgets/Loaded";
import { AccountTab } from "@/loan/accounts/AccountTab";
import { BillTab } from "@/loan/bill/BillTab";
import { LoanTab } from "@/loan/bill/LoanTab";
import "./orderDialog.css";
import { actionsOf, orderRules, type OrderAction } from "./orderActions";
import { OrderFacts } from "./OrderFacts";
import { OrderHead } from "./OrderHead";
import { OrderLog } from "./OrderLog";
import { useBill, useOrder } from "./orderQueries";
import type { OrderDetail } from "./orderTypes";
import { RecordsTab } from "./RecordsTab";
import { VerbHost } from "@/loan/lazyDialogs";
import type { Verb } from "@/loan/verbs/verb";

interface Props {
  id: number;
  onClose: () => void;
}

/** One order with everything about it: facts, plan, account, bill, records and its time line. */
export function OrderDialog({ id, onClose }: Props) {
  useFocusReturn();
  const order = useOrder(id);
  const bill = useBill(id);
  const [verb, setVerb] = useState<Verb | null>(null);
  // After a verb the state before it steps back until the new one has come.
  const isOld = order.isRefetching || bill.isRefetching;
  return (
    <>
      <Modal
        open
        title={order.data ? titleOf(order.data) : "订单详情"}
        width={1000}
        className="order-dialog"
        mask={{ closable: false }}
        footer={
          <>
            {order.data ? <StateActions order={order.data} isOld={isOld} onAct={setVerb} /> : null}
            <Button onClick={onClose}>关闭</Button>
          </>
        }
        onCancel={onClose}
      >
        <Loaded query={order} rows={8}>
          {(data) => (
            <div
              className={isOld ? "order-shown order-old" : "order-shown"}
              aria-busy={isOld || undefined}
            >
              <OrderHead order={data} bill={bill.data} />
              <div className="order-body">
                <Tabs
                  className="order-tabs"
                  items={[
                    {
                      key: "order",
                      label: "订单详情",
                      children: <OrderFacts order={data} bill={bill} />,
                    },
                    { key: "loan", label: "借款详情", children: <LoanTab bill={bill} /> },
                    {
                      key: "account",
                      label: "收款账户",
                      children: <AccountTab account={data.shoukuanData} />,
                    },
                    {
                      key: "bill",
                      label: "账单详情",
                      children: <BillTab order={data} bill={bill} onAct={setVerb} />,
                    },
                    { key: "records", label: "还款记录", children: <RecordsTab id={id} /> },
                  ]}
                />
                <OrderLog id={id} />
              </div>
              <DialogFocus />
            </div>
          )}
        </Loaded>
      </Modal>
      {verb ? <VerbHost verb={verb} id={id} onClose={() => setVerb(null)} /> : null}
    </>
  );
}

function titleOf({ userShow, projectShow, bianhao }: OrderDetail): string {
  return [userShow, projectShow, bianhao].filter(Boolean).join(" ");
}

/** What moves the order on before there is a bill; the bill has its own buttons. */
const BEFORE_BILL: readonly OrderAction[] = ["quxiao", "shenhe", "fangkuan", "chongqian"];

interface ActionsProps {
  order: OrderDetail;
  isOld: boolean;
  onAct: (verb: Verb) => void;
}

function StateActions({ order, isOld, onAct }: ActionsProps) {
  const permissions = useSession((state) => state.permissions);
  const offered = actionsOf(order, permissions);
  return BEFORE_BILL.filter((action) => offered.includes(action)).map((action) => {
    const rule = orderRules.find((one) => one.action === action);
    return (
      <Button
        key={action}
        {...(rule?.isDanger ? { danger: true } : { type: "primary" as const })}
        disabled={isOld}
        onClick={() => onAct(action)}
      >
        {action === "quxiao" ? "取消订单" : rule?.label}
      </Button>
    );
  });
}
