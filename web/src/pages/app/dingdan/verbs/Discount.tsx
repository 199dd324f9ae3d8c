import { Form } from "antd";
import { fenToYuan } from "../../../../lib/money";
import { Loaded } from "../../../../widgets/Loaded";
import { MoneyInput, moneyRule } from "../../../../widgets/MoneyInput";
import { useBill, useOrder } from "../orderQueries";
import { useVerb } from "../useVerb";
import { amount } from "./rules";
import { VerbDialog } from "./VerbDialog";
import { who, type VerbProps } from "./verb";

interface Values {
  jine: number;
}

/** 设置优惠: one pending amount for the next instalment; it replaces the one before. */
export function Discount({ id, onClose }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const order = useOrder(id);
  const bill = useBill(id);
  const verb = useVerb("setYouhuiDangqian", onClose, form);
  const now = bill.data?.youhuiDangqian;
  return (
    <VerbDialog<Values>
      title="设置优惠"
      okText="保存优惠"
      width={700}
      form={form}
      isSending={verb.isSending}
      isStale={verb.isStale}
      isBlocked={now === undefined || bill.isFetching}
      onClose={onClose}
      onFinish={({ jine }) => void verb.send({ id, jine, jiuJine: now })}
      intro={
        <Loaded query={bill} rows={1}>
          {({ youhuiDangqian, queren }) => (
            <>
              <p className="verb-who">{who(order.data)}</p>
              <p className="verb-note">
                当前优惠 {fenToYuan(youhuiDangqian)} 元
                {queren ? `，第 ${queren.qi} 期应还 ${fenToYuan(queren.yingfujine)} 元` : ""}
                。新的金额会替换当前优惠，填 0 即取消优惠。
              </p>
            </>
          )}
        </Loaded>
      }
    >
      <Form.Item
        name="jine"
        label="优惠金额"
        rules={[
          amount("请输入优惠金额", (fen) => (fen < 0 ? "优惠金额不能为负数" : undefined)),
          moneyRule,
        ]}
        extra="超过两位小数时四舍五入到分"
      >
        <MoneyInput isRounding withCapital />
      </Form.Item>
    </VerbDialog>
  );
}
