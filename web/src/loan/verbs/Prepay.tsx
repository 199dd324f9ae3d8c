import { Form } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { TOUCHED, useOrder, usePrepayment } from "@/loan/order/orderQueries";
import type { PrepayQuote } from "@/api/types.gen";
import { Why } from "@/loan/why/Why";
import { Figures, type Figure } from "./Figures";
import { filled } from "./filled";
import { PaymentFields, type Payment } from "./PaymentFields";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

/** 提前结清: everything that is still owed on the value date, in one payment. */
export function Prepay({ id, onClose }: VerbProps) {
  const [form] = Form.useForm<Payment>();
  const riqi = Form.useWatch("daozhangRiqi", form);
  const order = useOrder(id);
  const asked = usePrepayment(id, riqi);
  const verb = useVerb("POST /app/dingdan/tiqianhuankuan", {
    form,
    seen: asked,
    body: (values: Payment) => ({
      dingdanId: id,
      zongfeiyong: asked.data?.zongfeiyong,
      ...filled(values),
    }),
    gone: useGone(id, "tiqian"),
    refreshes: TOUCHED,
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="提前结清"
      okText="确认结清"
      onClose={onClose}
      intro={
        <Loaded query={asked}>
          {(data) => (
            <>
              <Who order={order.data} />
              <p className={asked.isFetching ? "verb-sentence verb-loading" : "verb-sentence"}>
                {order.data?.userShow} 提前结清 <strong>{fenToYuan(data.zongfeiyong)}</strong>{" "}
                元，确认客户款项已全部到账？
              </p>
              <Figures isOld={asked.isFetching} figures={lines(id, data, riqi)} />
            </>
          )}
        </Loaded>
      }
    >
      <PaymentFields />
    </VerbDialog>
  );
}

function lines(id: number, data: PrepayQuote, riqi: string | null | undefined): Figure[] {
  return [
    { label: "剩余本金", fen: data.shengyubenjin },
    { label: "利息", fen: data.lixi, isOptional: true },
    { label: "费用", fen: data.feiyong, isOptional: true },
    { label: "逾期费", fen: data.yuqifei, isOptional: true },
    { label: "违约金", fen: data.weiyuefei },
    { label: "优惠", fen: data.zongyouhui, isMinus: true },
    {
      label: "合计",
      fen: data.zongfeiyong,
      isTotal: true,
      wrap: (amount) => (
        <Why id={id} asked={{ xiang: "TIQIAN" }} riqi={riqi}>
          {amount}
        </Why>
      ),
    },
  ];
}
