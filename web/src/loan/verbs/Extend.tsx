import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { TOUCHED, useBill, useOrder } from "@/loan/order/orderQueries";
import { Why } from "@/loan/why/Why";
import { filled } from "./filled";
import { ReceiptFields, type Payment } from "./PaymentFields";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

type Values = Pick<Payment, "zhifufangshi" | "liushuihao">;

/** 展期: the fee is received at once, the dates of this and all later instalments move. */
export function Extend({ id, onClose }: VerbProps) {
  const order = useOrder(id);
  const bill = useBill(id);
  const item = bill.data?.huankuanJihuaList.find(({ isYanqi }) => isYanqi);
  const fee = item ? (bill.data?.yanqiFeiyong ?? null) : null;
  const verb = useVerb("POST /app/dingdan/yanqi", {
    seen: bill,
    isVoid: fee === null,
    body: (values: Values) => ({
      dingdanId: id,
      qi: item?.qi,
      cishu: bill.data?.yanqiCishu,
      feiyong: fee,
      ...filled(values),
    }),
    gone: useGone(id, "yanqi"),
    refreshes: TOUCHED,
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="展期"
      okText="确认展期"
      onClose={onClose}
      intro={
        <Loaded query={bill} rows={2}>
          {({ yanqiTianshu, yanqiCishu }) => (
            <>
              <Who order={order.data} />
              {fee === null ? (
                <p className="verb-note" role="alert">
                  现在不能展期：产品不允许、次数已用完或已经逾期。
                </p>
              ) : (
                <>
                  <p className="verb-sentence">
                    展期费{" "}
                    <Why id={id} asked={{ xiang: "YANQI" }}>
                      <strong>{fenToYuan(fee)}</strong>
                    </Why>{" "}
                    元，确认展期？
                  </p>
                  <p className="verb-note">
                    {item?.qiShow}（{item?.riqi}）及以后各期的应还日顺延 {yanqiTianshu} 天，已展期{" "}
                    {yanqiCishu} 次。
                  </p>
                </>
              )}
            </>
          )}
        </Loaded>
      }
    >
      {fee === 0 ? null : <ReceiptFields />}
    </VerbDialog>
  );
}
