import { addFen, fenToYuan, lessFen, type FenSum } from "@/lib/money";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Money } from "@/widgets/Money";
import { Tag } from "@/widgets/Tag";
import { sideOf } from "./balance";
import "./zijin.css";

export interface BalanceLine {
  kemu: string;
  kemuShow: string;
  /** Debit positive, credit negative. */
  qichu: FenSum;
  jie: FenSum;
  dai: FenSum;
  qimo: FenSum;
}

export interface TrialBalance {
  riqiBegin: string;
  riqiEnd: string;
  mingxi: BalanceLine[];
  jieHeji: FenSum;
  daiHeji: FenSum;
  isPingheng: boolean;
}

/** 试算平衡表: opening, movement and closing of every account. */
export function BalanceTable({ balance }: { balance: TrialBalance }) {
  return (
    <>
      <p className="book-verdict">
        {balance.riqiBegin} 至 {balance.riqiEnd}{" "}
        {balance.isPingheng ? (
          <Tag type="success">借贷平衡</Tag>
        ) : (
          <Tag type="danger">
            借贷不平，相差 {fenToYuan(lessFen(balance.jieHeji, balance.daiHeji))} 元，
            <a href="#/zijin/jiancha">查找原因</a>
          </Tag>
        )}
      </p>
      <Ledger
        label="试算平衡表"
        isPage
        columns={columnsOf(balance)}
        rows={balance.mingxi}
        rowKey={({ kemu }) => kemu}
        empty="还没有记账"
      />
    </>
  );
}

function columnsOf({ mingxi, jieHeji, daiHeji }: TrialBalance): LedgerColumn<BalanceLine>[] {
  const balance = (key: "qichu" | "qimo", label: string): LedgerColumn<BalanceLine> => ({
    key,
    label,
    isNumber: true,
    isMain: key === "qimo",
    cell: (line) => <Balance fen={line[key]} />,
    foot: <Balance fen={addFen(...mingxi.map((line) => line[key]))} />,
  });
  return [
    { key: "kemu", label: "科目", cell: ({ kemuShow }) => kemuShow, foot: "合计" },
    balance("qichu", "期初余额(元)"),
    moved("jie", "借方发生(元)", jieHeji),
    moved("dai", "贷方发生(元)", daiHeji),
    balance("qimo", "期末余额(元)"),
  ];
}

function moved(key: "jie" | "dai", label: string, sum: FenSum): LedgerColumn<BalanceLine> {
  return {
    key,
    label,
    isNumber: true,
    cell: (line) => <Money fen={line[key]} />,
    foot: <Money fen={sum} />,
  };
}

/** A balance has a side, not a sign. */
function Balance({ fen }: { fen: FenSum }) {
  const { side, amount } = sideOf(fen);
  return (
    <span className={side === "平" ? "muted" : undefined}>
      <span className="book-side">{side}</span> {fenToYuan(amount)}
    </span>
  );
}
