import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Money } from "@/widgets/Money";
import type { Grouping, GroupSum, Sums } from "./movements";

const HEADS: Record<Grouping, string> = {
  RI: "日期",
  FANGSHI: "支付方式",
  CAOZUOREN: "操作人",
};

interface Props {
  by: Grouping;
  sums: Sums;
  onOpen: (group: GroupSum) => void;
}

/** One line per day, method or operator; a name leads to its movements. */
export function GroupTable({ by, sums, onOpen }: Props) {
  // The server counts days upwards; the newest is what a person looks for.
  const groups = by === "RI" ? sums.mingxi.toReversed() : sums.mingxi;
  return (
    <Ledger
      label={`资金流水${HEADS[by]}汇总`}
      isPage
      columns={columnsOf({ by, sums, onOpen })}
      rows={groups}
      rowKey={({ jian }) => jian}
      empty="这段时间没有资金流水"
    />
  );
}

function columnsOf({ by, sums, onOpen }: Props): LedgerColumn<GroupSum>[] {
  const amount = (
    key: "ruzhang" | "chuzhang" | "chongxiao" | "jinge",
    label: string,
  ): LedgerColumn<GroupSum> => ({
    key,
    label,
    isNumber: true,
    isMain: key === "jinge",
    cell: (group) => <Money fen={group[key]} />,
    foot: <Money fen={sums[key]} />,
  });
  return [
    {
      key: "mingcheng",
      label: HEADS[by],
      cell: (group) => (
        <button type="button" className="dt-link" onClick={() => onOpen(group)}>
          {group.mingcheng}
        </button>
      ),
      foot: "合计",
    },
    {
      key: "bishu",
      label: "笔数",
      isNumber: true,
      cell: ({ bishu }) => bishu.toLocaleString("zh-CN"),
      foot: sums.bishu.toLocaleString("zh-CN"),
    },
    amount("ruzhang", "收入(元)"),
    amount("chuzhang", "支出(元)"),
    amount("chongxiao", "冲销(元)"),
    amount("jinge", "净额(元)"),
  ];
}
