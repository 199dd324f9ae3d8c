import { Form } from "antd";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { decimalRule } from "@/widgets/DecimalInput";
import { MoneyInput } from "@/widgets/MoneyInput";
import { useBill, useOrder } from "@/loan/order/orderQueries";
import { useVerb } from "./useVerb";
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
  const most = bill.data?.youhuiShangxian ?? undefined;
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
          {({ youhuiDangqian, huankuanJihuaList }) => {
            const next = huankuanJihuaList.find(({ state }) => state !== "YIWANCHENG");
            return (
              <>
                <p className="verb-who">{who(order.data)}</p>
                <p className="verb-note">
                  当前优惠 {fenToYuan(youhuiDangqian)} 元。
                  {most === undefined
                    ? ""
                    : `${next?.qiShow ?? "本期"}最多可优惠 ${fenToYuan(most)} 元。`}
                  新的金额会替换当前优惠，填 0 即取消优惠。
                </p>
              </>
            );
          }}
        </Loaded>
      }
    >
      <Form.Item
        name="jine"
        label="优惠金额"
        rules={[
          amount("请输入优惠金额", (fen) => complaint(fen, most)),
          decimalRule("请输入数字，例如 12.5"),
        ]}
        extra="超过两位小数的四舍五入到分"
      >
        <MoneyInput isRounding withCapital />
      </Form.Item>
    </VerbDialog>
  );
}

function complaint(fen: number, most: number | undefined): string | undefined {
  if (fen < 0) return "优惠金额不能为负数";
  return most !== undefined && fen > most ? `优惠金额不能超过 ${fenToYuan(most)} 元` : undefined;
}
