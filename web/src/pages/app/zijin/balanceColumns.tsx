import type { ReactNode } from "react";
import type { Result } from "@/api/client";
import type { TableColumn } from "@/crud/column";
import { addFen, fenToYuan, type FenSum } from "@/lib/money";
import type { Plain } from "@/lib/plain";
import { Money } from "@/widgets/Money";
import { sideOf } from "./balance";

export type TrialBalance = Result<"GET /app/zijin/zongzhang">;

/** One account; its number is its place. Debit is positive, credit negative. */
export type BalanceRow = Plain<TrialBalance["mingxi"][number]> & { id: number };

const balance = (prop: "qichu" | "qimo", label: string): TableColumn<BalanceRow> => ({
  prop,
  label,
  align: "right",
  render: (line) => <Balance fen={line[prop]} isMain={prop === "qimo"} />,
});

const moved = (prop: "jie" | "dai", label: string): TableColumn<BalanceRow> => ({
  prop,
  label,
  align: "right",
  render: (line) => <Money fen={line[prop]} />,
});

/** 试算平衡表: opening, movement and closing of every account. */
export const balanceColumns: readonly TableColumn<BalanceRow>[] = [
  { prop: "kemuShow", label: "科目" },
  balance("qichu", "期初余额(元)"),
  moved("jie", "借方发生(元)"),
  moved("dai", "贷方发生(元)"),
  balance("qimo", "期末余额(元)"),
];

export const balanceFoot = ({
  mingxi,
  jieHeji,
  daiHeji,
}: TrialBalance): Record<string, ReactNode> => ({
  kemuShow: "合计",
  qichu: <Balance fen={addFen(...mingxi.map(({ qichu }) => qichu))} />,
  jie: <Money fen={jieHeji} />,
  dai: <Money fen={daiHeji} />,
  qimo: <Balance fen={addFen(...mingxi.map(({ qimo }) => qimo))} />,
});

/** A balance has a side, not a sign. */
function Balance({ fen, isMain }: { fen: FenSum; isMain?: boolean }) {
  const { side, amount } = sideOf(fen);
  const look = side === "平" ? "muted" : isMain ? "sums-net" : undefined;
  return (
    <span className={look}>
      <span className="book-side">{side}</span> {fenToYuan(amount)}
    </span>
  );
}
