import { DetailDialog } from "@/crud/detail/DetailDialog";
import type { Shown } from "@/crud/detail/useShown";
import { AccountTab } from "@/loan/accounts/AccountTab";
import { BillTab } from "@/loan/bill/BillTab";
import { LoanTab } from "@/loan/bill/LoanTab";
import { ContractTab } from "@/loan/contract/ContractTab";
import type { Verb } from "@/loan/verbs/verb";
import "./orderDialog.css";
import { OrderFacts } from "./OrderFacts";
import { OrderHead } from "./OrderHead";
import { OrderLog } from "./OrderLog";
import { useBill, useOrder } from "./orderQueries";
import { RecordsTab } from "./RecordsTab";

interface Props {
  id: number;
  shown: Shown;
  /** For the sentence in its place when its code does not come. */
  onClose: () => void;
  onAct: (verb: Verb) => void;
}

/** One order with everything about it: facts, plan, account, bill, records and its time line. */
export function OrderDialog({ id, shown, onAct }: Props) {
  const order = useOrder(id);
  const bill = useBill(id);
  const isOld = order.isRefetching || bill.isRefetching;
  return (
    <DetailDialog
      query={order}
      shown={shown}
      label="订单详情"
      title={({ userShow, projectShow, bianhao }) =>
        [userShow, projectShow, bianhao].filter(Boolean).join(" ")
      }
      isOld={isOld}
      renderFacts={(data) => (
        <OrderHead order={data} bill={bill.data} isOld={isOld} onAct={onAct} />
      )}
      renderTabs={(data) => [
        { key: "order", label: "订单详情", children: <OrderFacts order={data} bill={bill} /> },
        { key: "loan", label: "借款详情", children: <LoanTab bill={bill} /> },
        {
          key: "account",
          label: "收款账户",
          children: <AccountTab account={data.shoukuanData} warning={data.shoukuanJinggao} />,
        },
        {
          key: "bill",
          label: "账单详情",
          children: <BillTab order={data} bill={bill} onAct={onAct} />,
        },
        { key: "records", label: "还款记录", children: <RecordsTab id={id} /> },
        { key: "contract", label: "合同", children: <ContractTab id={id} /> },
      ]}
      aside={<OrderLog id={id} />}
    />
  );
}
