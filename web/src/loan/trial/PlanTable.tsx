import type { ReactNode } from "react";
import type { PlanLine } from "@/api/types.gen";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { addFen } from "@/lib/money";
import { Money } from "@/widgets/Money";

type Part = "yinghuan" | "benjin" | "lixi" | "feiyong";

interface Props {
  items: readonly PlanLine[];
  /** Wraps an amount, for its explanation. */
  wrap?: (item: PlanLine, amount: ReactNode, isMain: boolean) => ReactNode;
}

/** 还款计划: when what is due and what it is made of. */
export function PlanTable({ items, wrap }: Props) {
  const columns = columnsOf(items, wrap);
  return <Ledger label="还款计划" columns={columns} rows={items} rowKey={({ qi }) => qi} />;
}

function columnsOf(items: Props["items"], wrap: Props["wrap"]): LedgerColumn<PlanLine>[] {
  const part = (key: Part, label: string): LedgerColumn<PlanLine> => ({
    key,
    label,
    isNumber: true,
    isMain: key === "yinghuan",
    cell: (item) => {
      const amount = <Money fen={item[key]} />;
      return wrap && item[key] !== 0 ? wrap(item, amount, key === "yinghuan") : amount;
    },
    foot: <Money fen={addFen(...items.map((item) => item[key]))} />,
  });
  const hasFees = items.some(({ feiyong }) => feiyong !== 0);
  return [
    { key: "qi", label: "期次", cell: ({ qiShow }) => qiShow, foot: "合计" },
    { key: "nian", label: "年份", cell: ({ riqiNian }) => riqiNian, foot: `${items.length} 期` },
    { key: "yueri", label: "应还日", cell: ({ riqiYueri }) => riqiYueri },
    part("yinghuan", "应还(元)"),
    part("benjin", "本金(元)"),
    part("lixi", "利息(元)"),
    ...(hasFees ? [part("feiyong", "费用(元)")] : []),
  ];
}
