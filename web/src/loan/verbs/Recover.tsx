import { Form, Input } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { TOUCHED, useOrder } from "@/loan/order/orderQueries";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import { filled } from "./filled";
import { MethodField } from "./PaymentFields";
import { amount, said } from "./rules";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  jine: number;
  liushuihao: string;
  zhifufangshi?: string;
}

/** 收回: money that still came after the write-off. */
export function Recover({ id, onClose }: VerbProps) {
  const order = useOrder(id);
  const verb = useVerb("POST /app/dingdan/shouhui", {
    body: (values: Values) => ({ dingdanId: id, ...filled(values) }),
    gone: useGone(id, "shouhui"),
    refreshes: TOUCHED,
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="核销收回"
      okText="确认收回"
      intro={
        <>
          <Who order={order.data} />
          <p className="verb-note">核销后客户又还来的款项，登记后计入已核销收回。</p>
        </>
      }
      onClose={onClose}
    >
      <Form.Item
        name="jine"
        label="收回金额"
        rules={[
          amount("请输入收回金额", (fen) => (fen <= 0 ? "收回金额须大于 0" : undefined)),
          moneyRule,
        ]}
      >
        <MoneyInput withCapital />
      </Form.Item>
      <MethodField />
      <Form.Item name="liushuihao" label="流水号" rules={said("请输入流水号", 64)}>
        <Input autoComplete="off" />
      </Form.Item>
    </VerbDialog>
  );
}
