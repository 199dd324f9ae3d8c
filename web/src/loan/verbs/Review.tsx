import { Form, Input, Radio } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import { AccountFacts } from "@/loan/accounts/AccountTab";
import { AnnualRate } from "@/loan/trial/AnnualRate";
import { TOUCHED, useOrder } from "@/loan/order/orderQueries";
import { approvalComplaint, offerOf, offerText } from "./approval";
import { filled } from "./filled";
import { said } from "./rules";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  jieguo: "TONGGUO" | "JUJUE";
  yijian: string;
  pifuJine?: number | null;
}

export const VERDICTS = [
  { value: "TONGGUO", label: "通过" },
  { value: "JUJUE", label: "拒绝" },
];

/** 审核: a yes or a no with an opinion; a yes may be for less than was asked. */
export function Review({ id, onClose }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const jieguo = Form.useWatch("jieguo", form);
  const order = useOrder(id);
  const asked = order.data?.shenqingJine ?? 0;
  const offer = offerOf(order.data?.jiekuanXiangqingData);
  const isNo = jieguo === "JUJUE";
  const verb = useVerb("POST /app/dingdan/shenhe", {
    form,
    seen: order,
    body: (values: Values) => ({
      id,
      banbenSuo: order.data?.banbenSuo,
      shoukuanBanbenSuo: order.data?.shoukuanData?.banbenSuo,
      ...filled(values),
    }),
    refreshes: TOUCHED,
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="审核"
      okText={isNo ? "确认拒绝" : "确认通过"}
      isDanger={isNo}
      initialValues={{ jieguo: "TONGGUO" }}
      onClose={onClose}
      intro={
        <Loaded query={order} rows={2}>
          {(data) => (
            <>
              <Who order={data} />
              <p className="verb-sentence">
                申请借款 <strong>{fenToYuan(data.shenqingJine)}</strong> 元，
                {data.jiekuanZhouqiShow}，
                <AnnualRate simple={data.nianhuaDanli} compound={data.nianhuaFuli} />
              </p>
              {data.shoukuanData ? (
                <section className="verb-account" aria-label="收款账户">
                  <AccountFacts account={data.shoukuanData} />
                  <p className="verb-note">通过后按此账户放款，此后修改账户不影响本订单。</p>
                </section>
              ) : null}
            </>
          )}
        </Loaded>
      }
    >
      <Form.Item name="jieguo" label="审核结果" required>
        <Radio.Group options={VERDICTS} />
      </Form.Item>
      {isNo ? null : (
        <Form.Item
          name="pifuJine"
          label="批复金额"
          extra={`不填按申请金额批复；减额须${offerText(offer)}`}
          rules={[
            moneyRule,
            {
              validator: (_rule, fen: unknown) => {
                const complaint = typeof fen === "number" && approvalComplaint(fen, asked, offer);
                return complaint ? Promise.reject(new Error(complaint)) : Promise.resolve();
              },
            },
          ]}
        >
          <MoneyInput withCapital />
        </Form.Item>
      )}
      <Form.Item name="yijian" label="审核意见" rules={said("请输入审核意见")}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </VerbDialog>
  );
}
