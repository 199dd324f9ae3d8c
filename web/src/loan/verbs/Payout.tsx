import { Form, Input, Radio } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { MomentField } from "@/crud/search/DateFields";
import { AccountFacts } from "@/loan/accounts/AccountTab";
import { fenToYuan } from "@/lib/money";
import { DictSelect } from "@/widgets/DictSelect";
import { Loaded } from "@/widgets/Loaded";
import { TOUCHED, useBill, useOrder } from "@/loan/order/orderQueries";
import { filled } from "./filled";
import { said } from "./rules";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  jieguo: "CHENGGONG" | "SHIBAI";
  fangshi?: string;
  liushuihao?: string;
  fangkuanTime?: string | null;
  shibaiYuanyin?: string;
}

/** 放款: the money has gone out, or the bank sent it back. */
export function Payout({ id, onClose }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const isFailed = Form.useWatch("jieguo", form) === "SHIBAI";
  const order = useOrder(id);
  const bill = useBill(id);
  const fee = bill.data?.qianzhifei ?? 0;
  const verb = useVerb("POST /app/dingdan/fangkuan", {
    form,
    seen: order,
    body: (values: Values) => ({ id, banbenSuo: order.data?.banbenSuo, ...filled(values) }),
    refreshes: TOUCHED,
    onDone: onClose,
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
              <p className="verb-sentence">
                借款 <strong>{fenToYuan(data.jiekuanJine)}</strong> 元
                {data.shoukuanData ? "，付到下面的账户：" : "，没有收款账户。"}
              </p>
              {data.shoukuanData ? (
                <section className="verb-account" aria-label="收款账户">
                  <AccountFacts account={data.shoukuanData} />
                </section>
              ) : null}
              {fee > 0 ? (
                <p className="verb-note">
                  前置费 {fenToYuan(fee)} 元
                  {data.jiekuanXiangqingData.qianzhifeiFangshi === "KOUCHU"
                    ? "，从放款中扣除"
                    : "，放款时另收"}
                  。
                </p>
              ) : null}
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
            label="放款方式"
            rules={[{ required: true, message: "请选择放款方式" }]}
          >
            <DictSelect dict="zhifu_fangshi" />
          </Form.Item>
          <Form.Item name="liushuihao" label="流水号" rules={said("请输入流水号", 64)}>
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="fangkuanTime"
            label="放款时间"
            extra="不填为现在；不能早于审核时间，不能晚于现在"
          >
            <MomentField isPast placeholder="现在" />
          </Form.Item>
        </>
      )}
    </VerbDialog>
  );
}
