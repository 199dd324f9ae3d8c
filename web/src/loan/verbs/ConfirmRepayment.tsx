import { Form, Skeleton } from "antd";
import { useState } from "react";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { TOUCHED, useBill, useOrder } from "@/loan/order/orderQueries";
import type { ConfirmQuote } from "@/api/types.gen";
import { Why } from "@/loan/why/Why";
import { Figures, type Figure } from "./Figures";
import { filled } from "./filled";
import { PaymentFields, type Payment } from "./PaymentFields";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

/** 确认还款: the operator has seen the money of one instalment arrive. */
export function ConfirmRepayment({ id, onClose, onNext }: VerbProps) {
  const [form] = Form.useForm<Payment>();
  const riqi = Form.useWatch("daozhangRiqi", form);
  const order = useOrder(id);
  const bill = useBill(id, riqi);
  const due = bill.data?.queren ?? null;

  // Someone else may confirm this instalment meanwhile; the next one is another decision. What an
  // earlier dialog left behind is old: the answer to this one's own question counts.
  const [opened, setOpened] = useState<number | null>(null);
  if (opened === null && due && !bill.isFetching) setOpened(due.qi);
  const isOther = due !== null && opened !== null && due.qi !== opened;

  const verb = useVerb("POST /app/dingdan/querenhuankuan", {
    form,
    seen: { data: due, isFetching: bill.isFetching },
    isVoid: isOther,
    body: (values: Payment) =>
      due && { dingdanId: id, qi: due.qi, yingfu: due.shifujine, ...filled(values) },
    gone: useGone(id, "querenhuankuan"),
    refreshes: TOUCHED,
    onDone: onClose,
    next: ({ state }) =>
      state === "DAIHUANKUAN" && onNext
        ? { label: `确认第 ${(due?.qi ?? 0) + 1} 期`, go: () => onNext("querenhuankuan") }
        : undefined,
  });
  return (
    <VerbDialog
      verb={verb}
      title="确认还款"
      okText="确认到账"
      onClose={onClose}
      intro={
        <Loaded query={bill} rows={2}>
          {(data) => (
            <>
              <Who order={order.data} />
              {opened === null && bill.isFetching ? (
                <Skeleton active title={false} paragraph={{ rows: 1 }} />
              ) : due && !isOther ? (
                <Sentence
                  id={id}
                  name={order.data?.userShow ?? ""}
                  due={due}
                  riqi={riqi}
                  isOld={bill.isFetching}
                />
              ) : (
                <p className="verb-note" role="alert">
                  {isOther
                    ? `第 ${opened} 期已不是待确认的一期，请关闭后重新操作。`
                    : (data.querenShuoming ?? "现在没有可以确认的还款")}
                </p>
              )}
            </>
          )}
        </Loaded>
      }
    >
      <PaymentFields />
    </VerbDialog>
  );
}

interface SentenceProps {
  id: number;
  /** Whose money it is. */
  name: string;
  due: ConfirmQuote;
  riqi: string | null | undefined;
  isOld: boolean;
}

/** The question is about the money that should be there: what is due, less what was let off. */
function Sentence({ id, name, due, riqi, isOld }: SentenceProps) {
  const { qi, yingfujine, shifujine } = due;
  const isLess = due.youhuijine > 0;
  return (
    <>
      <p className={isOld ? "verb-sentence verb-loading" : "verb-sentence"}>
        {name} 第 {qi} 期：{isLess ? "优惠后应到账" : "本期应还"}{" "}
        {isLess ? (
          <strong>{fenToYuan(shifujine)}</strong>
        ) : (
          <Why id={id} asked={{ xiang: "QI", qi }} riqi={riqi}>
            <strong>{fenToYuan(yingfujine)}</strong>
          </Why>
        )}{" "}
        元，确认客户款项已到账？
      </p>
      {isLess ? <Figures isOld={isOld} figures={lines(id, due, riqi)} /> : null}
    </>
  );
}

/** How the discount leads from what is due to what should arrive. */
function lines(id: number, due: ConfirmQuote, riqi: string | null | undefined): Figure[] {
  return [
    {
      label: "本期应还",
      fen: due.yingfujine,
      wrap: (amount) => (
        <Why id={id} asked={{ xiang: "QI", qi: due.qi }} riqi={riqi}>
          {amount}
        </Why>
      ),
    },
    { label: "优惠", fen: due.youhuijine, isMinus: true },
    { label: "应到账", fen: due.shifujine, isTotal: true },
  ];
}
