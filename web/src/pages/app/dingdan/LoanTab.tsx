import type { ReactNode } from "react";
import { Ledger, type LedgerColumn } from "../../../widgets/Ledger";
import { Loaded } from "../../../widgets/Loaded";
import { Money } from "../../../widgets/Money";
import { Sums, type Sum } from "./Sums";
import type { Bill, PlanItem } from "./orderTypes";
import type { Explained } from "./orderQueries";
import { Why } from "./Why";

interface Props {
  bill: { data: Bill | undefined; error: Error | null; refetch: () => unknown };
}

/** 借款详情: what the loan costs in all, and the plan as it was agreed. */
export function LoanTab({ bill }: Props) {
  return (
    <div className="order-pane">
      <Loaded query={bill} rows={8}>
        {(data) => (
          <>
            <Sums sums={sumsOf(data)} />
            <p className="order-note">
              共 {data.zongqishu} 期{data.isYulan ? "，放款前为预览，以放款日为准" : ""}
            </p>
            <Ledger
              label="还款计划"
              columns={planColumns(data.dingdanId, hasFees(data))}
              rows={data.huankuanJihuaList}
              rowKey={({ qi }) => qi}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

const hasFees = ({ huankuanJihuaList }: Bill) =>
  huankuanJihuaList.some(({ feiyong }) => feiyong !== 0);

function sumsOf(bill: Bill): Sum[] {
  const why = (asked: Explained, isSecond = false) =>
    function explained(amount: ReactNode) {
      return (
        <Why id={bill.dingdanId} asked={asked} isSecond={isSecond}>
          {amount}
        </Why>
      );
    };
  const total = why({ xiang: "ZONGJI" }, true);
  return [
    { label: "应还总额", fen: bill.zonghuankuan, wrap: why({ xiang: "ZONGJI" }) },
    { label: "本金", fen: bill.zongbenjin },
    { label: "总息费", fen: bill.zongxifei, wrap: total },
    {
      label: "前置费",
      fen: bill.qianzhifei,
      isOptional: true,
      wrap: why({ xiang: "QIANZHIFEI" }),
    },
    { label: "保险费", fen: bill.zixunfei, isOptional: true, wrap: total },
    { label: "服务费", fen: bill.fuwufei, isOptional: true, wrap: total },
    { label: "逾期费", fen: bill.yuqifei, isOptional: true, wrap: total },
    { label: "违约金", fen: bill.weiyuejin, isOptional: true, wrap: total },
    { label: "延期费", fen: bill.yanqifei, isOptional: true, wrap: total },
  ];
}

/** The columns of a plan; of an order's plan every amount can explain itself. */
export function planColumns(id: number | null, withFees: boolean): LedgerColumn<PlanItem>[] {
  const amount = (
    key: "yinghuan" | "benjin" | "lixi" | "feiyong",
    label: string,
  ): LedgerColumn<PlanItem> => ({
    key,
    label,
    isNumber: true,
    cell: (item) => (
      <PlanAmount id={id} qi={item.qi} fen={item[key]} isFirst={key === "yinghuan"} />
    ),
  });
  return [
    { key: "qi", label: "期次", cell: ({ qiShow }) => qiShow },
    { key: "nian", label: "年份", cell: ({ riqiNian }) => riqiNian },
    { key: "yueri", label: "应还日", cell: ({ riqiYueri }) => riqiYueri },
    amount("yinghuan", "应还(元)"),
    amount("benjin", "本金(元)"),
    amount("lixi", "利息(元)"),
    ...(withFees ? [amount("feiyong", "费用(元)")] : []),
  ];
}

interface PlanAmountProps {
  id: number | null;
  qi: number;
  fen: number;
  isFirst: boolean;
}

function PlanAmount({ id, qi, fen, isFirst }: PlanAmountProps) {
  const amount = <Money fen={fen} />;
  if (id === null || fen === 0) return amount;
  return (
    <Why id={id} asked={{ xiang: "QI", qi }} isSecond={!isFirst}>
      {amount}
    </Why>
  );
}
