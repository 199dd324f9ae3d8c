import { Form, Input, Radio } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { useDict } from "@/lib/dict";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import { AccountWarning } from "@/loan/accounts/AccountWarning";
import { Lookers } from "@/loan/review/Lookers";
import { ReviewBasis, useBasis } from "@/loan/review/ReviewBasis";
import { useQueue } from "@/loan/review/useQueue";
import { AnnualRate } from "@/loan/trial/AnnualRate";
import { TOUCHED, useOrder } from "@/loan/order/orderQueries";
import { approvalComplaint, offerOf, offerText } from "./approval";
import { filled } from "./filled";
import { said } from "./rules";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  jieguo?: "TONGGUO" | "JUJUE";
  yijian: string;
  pifuJine?: number | null;
}

export const VERDICTS = [
  { value: "TONGGUO", label: "通过" },
  { value: "JUJUE", label: "拒绝" },
];

/** 审核: a yes or a no with an opinion, beside what it rests on; a yes may be for less than was asked. */
export function Review({ id, isQueue = false, onClose, onNext }: VerbProps) {
  const [form] = Form.useForm<Values>();
  const jieguo = Form.useWatch("jieguo", form);
  const order = useOrder(id);
  const queue = useQueue(id, isQueue, onNext);
  const asked = order.data?.shenqingJine ?? 0;
  const offer = offerOf(order.data?.jiekuanXiangqingData);
  const typed = Form.useWatch("pifuJine", form);
  const isOffered = typeof typed === "number" && !approvalComplaint(typed, asked, offer);
  const basis = useBasis(id, isOffered && jieguo === "TONGGUO" ? typed : null);
  const isNo = jieguo === "JUJUE";
  const goOn = () => {
    onClose();
    queue.goOn();
  };
  const verb = useVerb("POST /app/dingdan/shenhe", {
    form,
    seen: order,
    body: ({ jieguo: verdict, ...values }: Values) =>
      verdict
        ? {
            id,
            jieguo: verdict,
            banbenSuo: order.data?.banbenSuo,
            shoukuanBanbenSuo: order.data?.shoukuanData?.banbenSuo,
            ...filled(values),
          }
        : null,
    gone: useGone(id, "shenhe"),
    refreshes: TOUCHED,
    onDone: goOn,
    next: ({ state }) =>
      state === "DAIFANGKUAN" && onNext && !isQueue
        ? { label: "去放款", go: () => onNext("fangkuan") }
        : undefined,
  });
  return (
    <VerbDialog
      verb={verb}
      title="审核"
      okText={isNo ? "确认拒绝" : jieguo ? "确认通过" : "提交审核"}
      width={1000}
      isDanger={isNo}
      onClose={onClose}
      onward={isQueue ? { text: "下一单", onClick: goOn } : undefined}
      aside={<ReviewBasis order={order.data} basis={basis} />}
      intro={
        <>
          <Lookers id={id} />
          {queue.line}
          <Loaded query={order} rows={2}>
            {(data) => (
              <>
                <Who order={data} />
                <AccountWarning text={data.shoukuanJinggao} />
                <p className="verb-sentence">
                  申请借款 <strong>{fenToYuan(data.shenqingJine)}</strong> 元，
                  {data.jiekuanZhouqiShow}，
                  <AnnualRate simple={data.nianhuaDanli} compound={data.nianhuaFuli} />
                </p>
              </>
            )}
          </Loaded>
        </>
      }
    >
      <Form.Item
        name="jieguo"
        label="审核结果"
        rules={[{ required: true, message: "请选择通过或拒绝" }]}
      >
        <Radio.Group options={VERDICTS} />
      </Form.Item>
      {jieguo === "TONGGUO" ? (
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
      ) : null}
      {jieguo ? <Phrases dict={isNo ? "jujue_yuanyin" : "tongguo_yijian"} /> : null}
      <Form.Item name="yijian" label="审核意见" rules={said("请输入审核意见")}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </VerbDialog>
  );
}

/** Words that are said often: a press writes them into the opinion, where they can be gone on from. */
export function Phrases({ dict }: { dict: string }) {
  const form = Form.useFormInstance<Values>();
  const phrases = useDict(dict);
  const add = (text: string) => {
    const before = form.getFieldValue("yijian")?.trim() ?? "";
    form.setFieldValue("yijian", before ? `${before}；${text}` : text);
    void form.validateFields(["yijian"]);
  };
  return (
    <Form.Item label="常用意见">
      <div className="verb-phrases" role="group" aria-label="常用意见">
        {phrases.map(({ dictValue, dictLabel }) => (
          <button
            key={dictValue}
            type="button"
            className="link-button"
            onClick={() => add(dictLabel)}
          >
            {dictLabel}
          </button>
        ))}
      </div>
    </Form.Item>
  );
}
