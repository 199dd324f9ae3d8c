import { Form, Input } from "antd";
import { useState, type ReactNode } from "react";
import { useVerb, type Verb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { TOUCHED, useBill, useOrder } from "@/loan/order/orderQueries";
import type { Undoable } from "@/api/types.gen";
import { said } from "./rules";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  yuanyin: string;
}

interface Props extends VerbProps {
  verb: Verb<Values>;
  title: string;
  okText: string;
  cancelText?: string;
  sentence: ReactNode;
  /** The sentence names the order itself and stands first. */
  isWhatFirst?: boolean;
  /** What the dialog was opened for is gone; the sentence says so. */
  isGone?: boolean;
}

function WithReason({ id, sentence, isGone = false, isWhatFirst = false, ...props }: Props) {
  const order = useOrder(id);
  return (
    <VerbDialog
      {...props}
      isDanger
      intro={
        <>
          {isWhatFirst ? null : <Who order={order.data} />}
          <p className="verb-sentence" role={isGone ? "alert" : undefined}>
            {sentence}
          </p>
          {isWhatFirst ? <Who order={order.data} /> : null}
        </>
      }
    >
      <Form.Item name="yuanyin" label="原因" rules={said("请输入原因")}>
        <Input.TextArea rows={3} maxLength={500} showCount autoFocus />
      </Form.Item>
    </VerbDialog>
  );
}

/** 取消: the order ends here, before any money went out. */
export function Cancel(props: VerbProps) {
  const order = useOrder(props.id);
  const verb = useVerb("POST /app/dingdan/quxiao", {
    seen: order,
    body: (values: Values) => ({ dingdanId: props.id, ...values }),
    gone: useGone(props.id, "quxiao"),
    refreshes: TOUCHED,
    onDone: props.onClose,
  });
  return (
    <WithReason
      {...props}
      verb={verb}
      title="取消订单"
      okText="取消订单"
      cancelText="返回"
      sentence={
        <>
          取消这笔订单？借款 <strong>{order.data ? fenToYuan(order.data.jiekuanJine) : "…"}</strong>{" "}
          元，取消后不能恢复。
        </>
      }
    />
  );
}

/** 核销: what is left of the principal is booked as lost. */
export function WriteOff(props: VerbProps) {
  const bill = useBill(props.id);
  const verb = useVerb("POST /app/dingdan/hexiao", {
    seen: bill,
    body: (values: Values) => ({ dingdanId: props.id, ...values }),
    gone: useGone(props.id, "hexiao"),
    refreshes: TOUCHED,
    onDone: props.onClose,
  });
  return (
    <WithReason
      {...props}
      verb={verb}
      title="核销"
      okText="确认核销"
      sentence={
        <>
          核销这笔订单？剩余本金{" "}
          <strong>{bill.data ? fenToYuan(bill.data.shengyubenjin) : "…"}</strong> 元记为贷款损失。
        </>
      }
    />
  );
}

/** 撤销: takes back the newest event about money; nothing is deleted. */
export function Undo(props: VerbProps) {
  const order = useOrder(props.id);
  const event = order.data?.kechexiao;

  // Someone else may take it back meanwhile; the event before it is another decision.
  const [opened, setOpened] = useState<Undoable | null>(null);
  if (opened === null && event && !order.isFetching) setOpened(event);
  const isGone = opened !== null && event?.shijianId !== opened.shijianId;

  const verb = useVerb("POST /app/dingdan/chexiao", {
    seen: { data: opened, isFetching: order.isFetching },
    isVoid: isGone,
    body: (values: Values) =>
      opened && { dingdanId: props.id, shijianId: opened.shijianId, ...values },
    refreshes: TOUCHED,
    onDone: props.onClose,
  });
  return (
    <WithReason
      {...props}
      verb={verb}
      title="撤销"
      okText="确认撤销"
      isGone={isGone}
      isWhatFirst
      sentence={
        isGone ? (
          `“${opened.miaoshu}”已不是最近一次操作，请关闭后重新操作。`
        ) : event ? (
          <>
            撤销“<b>{event.miaoshu}</b>”
            {event.jine && !event.miaoshu.includes(fenToYuan(event.jine)) ? (
              <>
                {" "}
                <strong>{fenToYuan(event.jine)}</strong> 元
              </>
            ) : null}
            （订单 {order.data?.bianhao}）？
            <br />
            这是最近一次操作，日期 {event.riqi}；撤销后账务以红字冲销。
          </>
        ) : (
          "现在没有可以撤销的操作。"
        )
      }
    />
  );
}
