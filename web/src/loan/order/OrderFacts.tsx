import { Descriptions } from "antd";
import type { DescriptionsItemType } from "antd/es/descriptions";
import { fenToYuan } from "@/lib/money";
import { CopyButton } from "@/widgets/CopyButton";
import { DictTag } from "@/widgets/DictTag";
import type { Bill, OrderDetail } from "@/api/types.gen";
import { previewNote } from "@/loan/bill/preview";
import { Why } from "@/loan/why/Why";

interface Props {
  order: OrderDetail;
  bill: { data: Bill | undefined };
}

/** 订单详情: what was agreed, and who decided what since. */
export function OrderFacts({ order, bill }: Props) {
  return (
    <div className="order-pane">
      <Descriptions size="small" column={2} items={agreed(order, bill.data)} />
      <Descriptions size="small" column={2} title="办理过程" items={course(order)} />
    </div>
  );
}

function agreed(order: OrderDetail, bill: Bill | undefined): DescriptionsItemType[] {
  const isLess = order.jiekuanJine !== order.shenqingJine;
  return [
    {
      key: "jine",
      label: "借款金额",
      children: `${fenToYuan(order.jiekuanJine)} 元${isLess ? `（申请 ${fenToYuan(order.shenqingJine)} 元）` : ""}`,
    },
    {
      key: "yongtu",
      label: "用途",
      children: <DictTag dict="jiekuan_yongtu" value={order.jiekuanYongtu} />,
    },
    { key: "qishu", label: "期数", children: order.jiekuanZhouqiShow },
    {
      key: "moshi",
      label: "还款模式",
      children: <DictTag dict="huankuan_moshi" value={order.huankuanMoshi} />,
    },
    { key: "xiangqing", label: "借款详情", children: order.jiekuanXiangqing || "—", span: 2 },
    { key: "shoukuan", label: "收款账户", children: order.userShoukuanShow ?? "—", span: 2 },
    {
      key: "zhangdan",
      label: "账单详情",
      span: 2,
      children: bill ? (
        <span>
          共 {bill.zongqishu} 期，应还总额{" "}
          <Why id={order.id} asked={{ xiang: "ZONGJI" }}>
            {fenToYuan(bill.zonghuankuan)}
          </Why>{" "}
          元{bill.qianzhifei > 0 ? `（含前置费 ${fenToYuan(bill.qianzhifei)} 元，放款时收取）` : ""}
          {bill.isYulan
            ? `（${previewNote(bill.state)}）`
            : `，剩余本金 ${fenToYuan(bill.shengyubenjin)} 元`}
        </span>
      ) : (
        "…"
      ),
    },
    {
      key: "bianhao",
      label: "订单号",
      children: (
        <span>
          {order.bianhao} <CopyButton text={order.bianhao} />
        </span>
      ),
    },
    { key: "time", label: "创建时间", children: order.createTime },
  ];
}

/** Only what has happened is said. */
function course(order: OrderDetail): DescriptionsItemType[] {
  const rows: [string, string, string | null][] = [
    ["qudao", "渠道", order.qudaoShow],
    ["mendian", "门店", order.mendianShow],
    ["genjin", "归属人", order.genjinrenShow],
    ["tijiao", "提交人", order.createByShow],
    ["shenhe", "审核", joined(order.shenherenShow, order.shenheTime)],
    ["yijian", "审核意见", order.shenheYijian],
    ["fangkuan", "放款", joined(order.fangkuanrenShow, order.fangkuanTime)],
    ["liushui", "放款流水号", order.fangkuanLiushui],
    ["shibai", "放款失败原因", order.fangkuanShibai],
    ["beizhu", "备注", order.beizhu],
  ];
  return rows.flatMap(([key, label, text]) => (text ? [{ key, label, children: text }] : []));
}

function joined(who: string | null, when: string | null): string | null {
  return when ? [who, when].filter(Boolean).join(" ") : null;
}
