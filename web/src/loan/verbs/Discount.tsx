import { Form } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { decimalRule } from "@/widgets/DecimalInput";
import { MoneyInput } from "@/widgets/MoneyInput";
import { TOUCHED, useBill, useOrder } from "@/loan/order/orderQueries";
import { amount } from "./rules";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  jine: number;
}

/** 设置优惠: one pending amount for the next instalment; it replaces the one before. */
export function Discount({ id, onClose }: VerbProps) {
  const order = useOrder(id);
  const bill = useBill(id);
  const now = bill.data?.youhuiDangqian;
  const most = bill.data?.youhuiShangxian ?? undefined;
  const verb = useVerb("POST /app/dingdan/setYouhuiDangqian", {
    seen: bill,
    body: ({ jine }: Values) => ({ id, jine, jiuJine: now }),
    gone: useGone(id, "youhui"),
    refreshes: TOUCHED,
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="设置优惠"
      okText="保存优惠"
      width={700}
      onClose={onClose}
      intro={
        <Loaded query={bill} rows={1}>
          {({ youhuiDangqian, huankuanJihuaList }) => {
            const next = huankuanJihuaList.find(({ state }) => state !== "YIWANCHENG");
            return (
              <>
                <Who order={order.data} />
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
