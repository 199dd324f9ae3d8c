import type { ReactNode } from "react";
import { Loaded } from "@/widgets/Loaded";
import { PlanTable } from "@/loan/trial/PlanTable";
import { Sums, type Sum } from "./Sums";
import type { Bill, PlanLine } from "@/api/types.gen";
import { previewNote } from "./preview";
import type { Explained } from "@/loan/order/orderQueries";
import { explained } from "@/loan/why/explained";
import { Why } from "@/loan/why/Why";

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
              共 {data.zongqishu} 期{data.isYulan ? `，${previewNote(data.state)}` : ""}
            </p>
            <PlanTable items={data.huankuanJihuaList} wrap={planExplained(data.dingdanId)} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Every amount of an order's plan can explain itself; Tab stops once a row. */
function planExplained(id: number) {
  return function wrap({ qi }: PlanLine, amount: ReactNode, isMain: boolean) {
    return (
      <Why id={id} asked={{ xiang: "QI", qi }} isSecond={!isMain}>
        {amount}
      </Why>
    );
  };
}

function sumsOf(bill: Bill): Sum[] {
  const why = (asked: Explained, isSecond = false) => explained(bill.dingdanId, asked, isSecond);
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
    { label: "展期费", fen: bill.yanqifei, isOptional: true, wrap: total },
  ];
}
