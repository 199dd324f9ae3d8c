import { Form, Input, Radio } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { MomentField } from "@/crud/search/DateFields";
import { AccountWarning } from "@/loan/accounts/AccountWarning";
import { AccountFacts } from "@/loan/accounts/AccountTab";
import { Likeness } from "@/loan/review/Likeness";
import { fenToYuan } from "@/lib/money";
import { DictSelect } from "@/widgets/DictSelect";
import { Loaded } from "@/widgets/Loaded";
import { TOUCHED, useBill, useOrder } from "@/loan/order/orderQueries";
import type { Bill, OrderDetail } from "@/api/types.gen";
import { filled } from "./filled";
import { said } from "./rules";
import { useBillLink } from "./useBillLink";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  jieguo: "CHENGGONG" | "SHIBAI";
  fangshi?: string;
  liushuihao?: string;
  fangkuanTime?: string | null;
  shibaiYuanyin?: string;
}

const UNVERIFIED = "客户未实名，无法核对收款账户是不是本人的";

/** 放款: the money has gone out, or the bank sent it back. */
export function Payout({ id, onClose, onNext }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const isFailed = Form.useWatch("jieguo", form) === "SHIBAI";
  const order = useOrder(id);
  const bill = useBill(id);
  const seeBill = useBillLink(id);
  const verb = useVerb("POST /app/dingdan/fangkuan", {
    form,
    seen: order,
    body: (values: Values) => ({ id, banbenSuo: order.data?.banbenSuo, ...filled(values) }),
    gone: useGone(id, "fangkuan"),
    refreshes: TOUCHED,
    onDone: onClose,
    next: ({ state }) =>
      state === "FANGKUANSHIBAI" && onNext
        ? { label: "重新放款", go: () => onNext("chongqian") }
        : seeBill,
  });
  return (
    <VerbDialog
      verb={verb}
      title="放款"
      okText={isFailed ? "登记失败" : "确认已放款"}
      isDanger={isFailed}
      initialValues={{ jieguo: "CHENGGONG" }}
      onClose={onClose}
      intro={
        <Loaded query={order} rows={2}>
          {(data) => (
            <>
              <Who order={data} />
              <AccountWarning text={data.weishenJinggao} />
              <AccountWarning text={data.shoukuanJinggao} />
              <AccountWarning text={data.shoukuanHedui.isShiming ? null : UNVERIFIED} />
              <Destination order={data} bill={bill.data} />
            </>
          )}
        </Loaded>
      }
    >
      <Form.Item name="jieguo" label="放款结果" required>
        <Radio.Group
          options={[
            { value: "CHENGGONG", label: "放款成功" },
            { value: "SHIBAI", label: "放款失败" },
          ]}
        />
      </Form.Item>
      {isFailed ? (
        <Form.Item name="shibaiYuanyin" label="失败原因" rules={said("请输入失败原因")}>
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      ) : (
        <>
          <Form.Item
            name="fangshi"
            label="支付方式"
            rules={[{ required: true, message: "请选择支付方式" }]}
          >
            <DictSelect dict="zhifu_fangshi" />
          </Form.Item>
          <Form.Item
            name="fangkuanTime"
            label="放款时间"
            extra="不填为现在；不能早于审核时间，不能晚于现在"
          >
            <MomentField isPast placeholder="现在" />
          </Form.Item>
          <Form.Item name="liushuihao" label="流水号" rules={said("请输入流水号", 64)}>
            <Input autoComplete="off" />
          </Form.Item>
        </>
      )}
    </VerbDialog>
  );
}

/** How much is sent, and where to. */
function Destination({ order, bill }: { order: OrderDetail; bill: Bill | undefined }) {
  const account = order.shoukuanData;
  return (
    <>
      <p className="verb-sentence">
        {account ? "向下面的账户付出" : "没有收款账户，不能付出"}{" "}
        <strong>{bill ? fenToYuan(bill.yingfangJine) : "…"}</strong> 元
      </p>
      {bill ? <Fee order={order} bill={bill} /> : null}
      {order.isZhanghuBianhua ? (
        <p className="verb-warning" role="alert">
          审核以后客户的收款账户有改动。钱仍付到审核时留存的账户；如果账户已不能用，请登记放款失败后以“重新放款”换账户。
        </p>
      ) : null}
      {account ? (
        <section className="verb-account" aria-label="收款账户">
          <AccountFacts account={account} />
          <Likeness of={order.shoukuanHedui} />
        </section>
      ) : null}
    </>
  );
}

/** Why what is sent is not what is lent, or what comes in beside it. */
function Fee({ order, bill }: { order: OrderDetail; bill: Bill }) {
  if (bill.qianzhifei === 0) return null;
  const lent = fenToYuan(order.jiekuanJine);
  const fee = fenToYuan(bill.qianzhifei);
  return (
    <p className="verb-note">
      {order.jiekuanXiangqingData.qianzhifeiFangshi === "KOUCHU"
        ? `借款 ${lent} 元，前置费 ${fee} 元从放款中扣除，只付出差额。`
        : `借款 ${lent} 元全额付出；前置费 ${fee} 元由客户另付，不从放款中扣除。`}
    </p>
  );
}
