import { Button, Form } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { TOUCHED, useOrder } from "@/loan/order/orderQueries";
import { filled } from "@/loan/verbs/filled";
import { PaymentFields, type Payment } from "@/loan/verbs/PaymentFields";
import { amount } from "@/loan/verbs/rules";
import { useBillLink } from "@/loan/verbs/useBillLink";
import { useGone } from "@/loan/verbs/useGone";
import type { VerbProps } from "@/loan/verbs/verb";
import { Who } from "@/loan/verbs/Who";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import type { Allocation } from "@/api/types.gen";
import { AllocationTable } from "./AllocationTable";
import "./receipt.css";
import { useReceipt, type ReceiptState } from "./useReceipt";

type Values = Payment & { jine: number; zhifufangshi: string; liushuihao: string };

/** What a customer owes changes with it. */
const REFRESHED = [...TOUCHED, "app/user"];

/** 登记到账: money of any amount; where it goes is seen while it is typed. */
export function Receive({ id, onClose }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const jine = Form.useWatch("jine", form);
  const riqi = Form.useWatch("daozhangRiqi", form);
  const order = useOrder(id);
  const seeBill = useBillLink(id);
  // What there is to receive is there whatever is typed.
  const owed = useReceipt(id, null, riqi).allocation;
  const receipt = useReceipt(id, jine, riqi);
  const seen = receipt.allocation;
  const isTyped = typeof jine === "number" && jine > 0;
  const verb = useVerb("POST /app/dingdan/daozhang", {
    form,
    seen: { data: seen, isFetching: receipt.isFetching },
    body: (values: Values) =>
      seen
        ? {
            dingdanId: id,
            qi: seen.qi,
            yishou: seen.yishou,
            daozhangRiqi: seen.riqi,
            ...filled(values),
          }
        : null,
    gone: useGone(id, "daozhang"),
    refreshes: REFRESHED,
    onDone: onClose,
    next: () => seeBill,
  });
  function fill(fen: number) {
    form.setFieldValue("jine", fen);
    void form.validateFields(["jine"]).catch(() => {});
  }
  return (
    <VerbDialog
      verb={verb}
      title="登记到账"
      okText={isTyped ? `确认到账 ${fenToYuan(jine)} 元` : "确认到账"}
      width={760}
      onClose={onClose}
      intro={<Who order={order.data} />}
    >
      <Form.Item
        className="receipt-amount"
        name="jine"
        label="到账金额"
        rules={[
          amount("请输入到账金额", (fen) => (fen <= 0 ? "到账金额须大于 0" : undefined)),
          moneyRule,
        ]}
      >
        <MoneyInput withCapital />
      </Form.Item>
      <Shortcuts allocation={owed} onFill={fill} />
      <Preview id={id} jine={isTyped ? jine : null} riqi={riqi} receipt={receipt} />
      <div className="receipt-fields">
        <PaymentFields isNumbered />
      </div>
    </VerbDialog>
  );
}

interface ShortcutProps {
  allocation: Allocation | undefined;
  onFill: (fen: number) => void;
}

/** The sums that people bring most often. */
function Shortcuts({ allocation, onFill }: ShortcutProps) {
  const sums = [
    { label: "本期", fen: allocation?.benqi },
    { label: "全部逾期", fen: allocation?.yuqi },
    { label: "全部", fen: allocation?.yingshou },
  ];
  return (
    <div className="receipt-shortcuts" role="group" aria-label="填入金额">
      {sums.map(({ label, fen }) => (
        <Button
          key={label}
          size="small"
          disabled={!fen}
          title={fen ? `${fenToYuan(fen)} 元` : "没有这样的金额"}
          onClick={() => fen && onFill(fen)}
        >
          {label}
          {fen ? ` ${fenToYuan(fen)}` : ""}
        </Button>
      ))}
    </div>
  );
}

interface PreviewProps {
  id: number;
  jine: number | null;
  riqi: string | null | undefined;
  receipt: ReceiptState;
}

function Preview({ id, jine, riqi, receipt }: PreviewProps) {
  const { allocation, error, isFetching } = receipt;
  if (error)
    return (
      <p className="receipt-note receipt-refused" role="alert">
        {error}
      </p>
    );
  if (jine !== null && allocation && allocation.fenpei.length > 0)
    return (
      <AllocationTable id={id} jine={jine} riqi={riqi} allocation={allocation} isOld={isFetching} />
    );
  return (
    <p className="receipt-note">
      {allocation
        ? `待还合计 ${fenToYuan(allocation.yingshou)} 元。输入金额后，这里按期次显示它还到哪里。`
        : "\u00a0"}
    </p>
  );
}
