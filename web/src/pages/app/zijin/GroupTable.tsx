import { Money } from "../../../widgets/Money";
import type { Grouping, GroupSum, Sums } from "./movements";
import "./zijin.css";

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
    <table className="book" aria-label={`资金流水${HEADS[by]}汇总`}>
      <thead>
        <tr>
          <th scope="col">{HEADS[by]}</th>
          <th scope="col">笔数</th>
          <th scope="col">收入(元)</th>
          <th scope="col">支出(元)</th>
          <th scope="col">冲销(元)</th>
          <th scope="col">净额(元)</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.jian}>
            <td>
              <button type="button" className="dt-link" onClick={() => onOpen(group)}>
                {group.mingcheng}
              </button>
            </td>
            <Figures sum={group} />
          </tr>
        ))}
        {groups.length === 0 ? (
          <tr>
            <td colSpan={6} className="book-empty">
              这段时间没有资金流水
            </td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">合计</th>
          <Figures sum={sums} />
        </tr>
      </tfoot>
    </table>
  );
}

function Figures({
  sum,
}: {
  sum: Pick<Sums, "bishu" | "ruzhang" | "chuzhang" | "chongxiao" | "jinge">;
}) {
  return (
    <>
      <td>{sum.bishu.toLocaleString("zh-CN")}</td>
      <td>
        <Money fen={sum.ruzhang} />
      </td>
      <td>
        <Money fen={sum.chuzhang} />
      </td>
      <td>
        <Money fen={sum.chongxiao} />
      </td>
      <td className="book-main">
        <Money fen={sum.jinge} />
      </td>
    </>
  );
}
