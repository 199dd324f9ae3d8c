import { Form, Input } from "antd";
import { DictSelect } from "@/widgets/DictSelect";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import { useOrder } from "@/loan/order/orderQueries";
import { useVerb } from "./useVerb";
import { filled } from "./filled";
import { amount, said } from "./rules";
import { VerbDialog } from "./VerbDialog";
import { who, type VerbProps } from "./verb";

interface Values {
  jine: number;
  liushuihao: string;
  zhifufangshi?: string;
}

/** 收回: money that still came after the write-off. */
export function Recover({ id, onClose }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const order = useOrder(id);
  const verb = useVerb("shouhui", onClose, form);
  return (
    <VerbDialog<Values>
      title="核销收回"
      okText="确认收回"
      form={form}
      isSending={verb.isSending}
      isStale={verb.isStale}
      onClose={onClose}
      onFinish={(values) => void verb.send({ dingdanId: id, ...filled(values) })}
      intro={<p className="verb-who">{who(order.data)}</p>}
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
      <Form.Item name="liushuihao" label="流水号" rules={said("请输入流水号", 64)}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="zhifufangshi" label="支付方式">
        <DictSelect dict="zhifu_fangshi" />
      </Form.Item>
    </VerbDialog>
  );
}
