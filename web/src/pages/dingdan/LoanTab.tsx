import type { ReactNode } from "react";
import { fenToYuan } from "../../lib/money";
import { Ledger, type LedgerColumn } from "../../widgets/Ledger";
import { Loaded } from "../../widgets/Loaded";
import { Money } from "../../widgets/Money";
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
  const why = (asked: Explained) => (amount: ReactNode) => (
    <Why id={bill.dingdanId} asked={asked}>
      {amount}
    </Why>
  );
  return [
    { label: "应还总额", fen: bill.zonghuankuan, wrap: why({ xiang: "ZONGJI" }) },
    { label: "本金", fen: bill.zongbenjin },
    { label: "总息费", fen: bill.zongxifei, wrap: why({ xiang: "ZONGJI" }) },
    {
      label: "前置费",
      fen: bill.qianzhifei,
      isOptional: true,
      wrap: why({ xiang: "QIANZHIFEI" }),
    },
    { label: "保险费", fen: bill.zixunfei, isOptional: true },
    { label: "服务费", fen: bill.fuwufei, isOptional: true },
    { label: "逾期费", fen: bill.yuqifei, isOptional: true },
    { label: "违约金", fen: bill.weiyuejin, isOptional: true },
    { label: "延期费", fen: bill.yanqifei, isOptional: true },
  ];
}

/** The columns of a plan; of an order's plan every amount due can explain itself. */
export function planColumns(id: number | null, withFees: boolean): LedgerColumn<PlanItem>[] {
  return [
    { key: "qi", label: "期次", cell: ({ qiShow }) => qiShow },
    { key: "nian", label: "年份", cell: ({ riqiNian }) => riqiNian },
    { key: "yueri", label: "应还日", cell: ({ riqiYueri }) => riqiYueri },
    {
      key: "yinghuan",
      label: "应还(元)",
      isNumber: true,
      cell: ({ qi, yinghuan }) =>
        id === null ? (
          fenToYuan(yinghuan)
        ) : (
          <Why id={id} asked={{ xiang: "QI", qi }}>
            {fenToYuan(yinghuan)}
          </Why>
        ),
    },
    {
      key: "benjin",
      label: "本金(元)",
      isNumber: true,
      cell: ({ benjin }) => <Money fen={benjin} />,
    },
    { key: "lixi", label: "利息(元)", isNumber: true, cell: ({ lixi }) => <Money fen={lixi} /> },
    ...(withFees
      ? [
          {
            key: "feiyong",
            label: "费用(元)",
            isNumber: true,
            cell: ({ feiyong }: PlanItem) => <Money fen={feiyong} />,
          },
        ]
      : []),
  ];
}
