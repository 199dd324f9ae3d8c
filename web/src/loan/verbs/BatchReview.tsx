import { Button, Form, Input, Radio } from "antd";
import { useId, useState } from "react";
import { call, quiet } from "@/api/client";
import { RowName } from "@/crud/detail/RowName";
import { Dialog } from "@/lib/Dialog";
import { toast } from "@/lib/feedback";
import { newDecisions } from "@/lib/idempotency";
import { fenToYuan } from "@/lib/money";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { isOpen, reviewInTurn, type Outcome } from "./reviewInTurn";
import { useRefresh } from "@/crud/verb/useRefresh";
import { OrderLink } from "@/loan/order/OrderLink";
import { TOUCHED } from "@/loan/order/orderQueries";
import type { AppDingdan } from "@/api/types.gen";
import { Phrases, VERDICTS } from "./Review";
import { said } from "./rules";
import "@/crud/verb/verbDialog.css";
import "./verbs.css";

interface Props {
  orders: readonly AppDingdan[];
  /** Whether anything was decided: what was ticked is let go then. */
  onClose: (isDone: boolean) => void;
}

interface Values {
  jieguo: "TONGGUO" | "JUJUE";
  yijian: string;
}

/** What the button says: neither answer before one was chosen. */
const VERBS = { "": "提交审核", TONGGUO: "全部通过", JUJUE: "全部拒绝" };

/** 批量审核: one verdict and one opinion for several orders, each reviewed by itself. */
export function BatchReview({ orders, onClose }: Props) {
  const [waiting] = useState(() => orders.filter(({ state }) => state === "DAISHENHE"));
  const [skipped] = useState(orders.length - waiting.length);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [form] = Form.useForm<Values>();
  const name = useId();
  const [isTouched, setTouched] = useState(false);
  const jieguo = Form.useWatch("jieguo", form);
  const isNo = jieguo === "JUJUE";
  const [decisions] = useState(newDecisions);
  const refresh = useRefresh();
  const open = waiting.filter(({ id }) => isOpen(outcomes.get(id)));

  async function review(order: AppDingdan, values: Values) {
    const { id, banbenSuo, shoukuanBanbenSuo } = order;
    const ask = { id, banbenSuo, shoukuanBanbenSuo, ...values };
    const idempotencyKey = decisions.keyOf(ask);
    await call("POST /app/dingdan/shenhe", ask, { ...quiet, idempotencyKey });
  }

  function note(id: number, outcome: Outcome) {
    setOutcomes((all) => new Map(all).set(id, outcome));
  }

  async function run(values: Values) {
    if (isRunning || open.length === 0) return;
    setRunning(true);
    const failures = await reviewInTurn(open, (order) => review(order, values), note);
    setRunning(false);
    void refresh(TOUCHED);
    if (failures === 0) {
      toast.success(`已审核 ${open.length} 笔`);
      onClose(true);
    } else {
      toast.warning(`${open.length - failures} 笔已审核，${failures} 笔失败`);
    }
  }

  const hasRun = outcomes.size > 0;
  const isOver = hasRun && !isRunning && open.length === 0;
  return (
    <Dialog
      title={`批量审核 ${waiting.length} 笔订单`}
      width={700}
      className="verb-dialog"
      isDirty={isTouched && open.length > 0}
      isBusy={isRunning}
      {...(isOver
        ? { footer: <Button onClick={() => onClose(true)}>关闭</Button> }
        : {
            ok: {
              text: hasRun ? `重试没有答复的 ${open.length} 笔` : VERBS[jieguo ?? ""],
              onClick: form.submit,
              isDanger: isNo,
              refusal: open.length === 0 ? "所选订单中没有待审核的" : undefined,
            },
          })}
      cancelText={hasRun ? "关闭" : "取消"}
      onClose={() => onClose(hasRun)}
    >
      {skipped > 0 ? (
        <p className="verb-note">所选订单中有 {skipped} 笔不是待审核，不处理。</p>
      ) : null}
      <div className="batch-list">
        <Ledger
          label="要审核的订单"
          columns={columnsOf(outcomes, isRunning)}
          rows={waiting}
          rowKey={({ id }) => id}
          empty="所选订单中没有待审核的"
        />
      </div>
      <Form<Values>
        form={form}
        name={name}
        layout="vertical"
        onValuesChange={() => setTouched(true)}
        onFinish={(values) => void run(values)}
      >
        <Form.Item
          name="jieguo"
          label="审核结果"
          rules={[{ required: true, message: "请选择通过或拒绝" }]}
        >
          <Radio.Group options={VERDICTS} disabled={isRunning} />
        </Form.Item>
        {jieguo ? <Phrases dict={isNo ? "jujue_yuanyin" : "tongguo_yijian"} /> : null}
        <Form.Item name="yijian" label="审核意见" rules={said("请输入审核意见")}>
          <Input.TextArea rows={2} maxLength={500} showCount disabled={isRunning} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

function columnsOf(
  outcomes: ReadonlyMap<number, Outcome>,
  isRunning: boolean,
): LedgerColumn<AppDingdan>[] {
  return [
    {
      key: "bianhao",
      label: "订单号",
      cell: ({ id, bianhao }) => <OrderLink id={id} bianhao={bianhao} />,
    },
    {
      key: "user",
      label: "客户",
      cell: ({ userId, userShow }) => (
        <RowName resource="app/user" id={userId}>
          {userShow}
        </RowName>
      ),
    },
    {
      key: "jine",
      label: "申请金额(元)",
      isNumber: true,
      cell: ({ shenqingJine, jiekuanJine }) => fenToYuan(shenqingJine ?? jiekuanJine),
    },
    { key: "account", label: "收款账户", cell: ({ userShoukuanShow }) => userShoukuanShow ?? "—" },
    {
      key: "outcome",
      label: "结果",
      cell: ({ id }) => <Result outcome={outcomes.get(id)} isRunning={isRunning} />,
    },
  ];
}

function Result({ outcome, isRunning }: { outcome: Outcome | undefined; isRunning: boolean }) {
  if (!outcome) return <span className="muted">{isRunning ? "等待中" : "待审核"}</span>;
  if (outcome.kind === "done") return <span className="batch-done">已审核</span>;
  return <span className="batch-failed">{outcome.message}</span>;
}
