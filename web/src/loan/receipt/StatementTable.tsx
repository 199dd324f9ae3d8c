import { Fragment } from "react";
import { RowName } from "@/crud/detail/RowName";
import { fenToYuan } from "@/lib/money";
import { OrderLink } from "@/loan/order/OrderLink";
import type { Outcome } from "@/loan/verbs/reviewInTurn";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import type { StatementLine } from "@/api/types.gen";

interface Props {
  lines: readonly StatementLine[];
  outcomes: ReadonlyMap<number, Outcome>;
}

/** Each line of a statement with where it would go, or why it would not. */
export function StatementTable({ lines, outcomes }: Props) {
  return (
    <div className="statement-lines">
      <Ledger
        label="到账流水"
        columns={columnsOf(outcomes)}
        rows={lines}
        rowKey={({ hang }) => hang}
        empty="表格里没有流水"
      />
    </div>
  );
}

function columnsOf(outcomes: ReadonlyMap<number, Outcome>): LedgerColumn<StatementLine>[] {
  return [
    { key: "hang", label: "行", cell: ({ hang }) => hang },
    { key: "riqi", label: "日期", cell: ({ riqi }) => riqi ?? "—" },
    {
      key: "jine",
      label: "金额(元)",
      isNumber: true,
      cell: ({ jine }) => (jine === null ? "—" : fenToYuan(jine)),
    },
    {
      key: "liushuihao",
      label: "流水号",
      cell: ({ liushuihao }) => <span className="statement-number">{liushuihao || "—"}</span>,
    },
    {
      key: "zhaiyao",
      label: "摘要",
      cell: ({ zhaiyao }) => <span className="statement-note">{zhaiyao || "—"}</span>,
    },
    {
      key: "order",
      label: "客户 / 订单",
      cell: ({ userId, userShow, bianhao, dingdanId }) =>
        bianhao ? (
          <span className="statement-two">
            <RowName resource="app/user" id={userId}>
              {userShow}
            </RowName>
            <small className="muted">
              <OrderLink id={dingdanId} bianhao={bianhao} />
            </small>
          </span>
        ) : (
          "—"
        ),
    },
    {
      key: "where",
      label: "去向",
      cell: (line) => <Where line={line} outcome={outcomes.get(line.hang)} />,
    },
  ];
}

function Where({ line, outcome }: { line: StatementLine; outcome: Outcome | undefined }) {
  if (line.yuanyin !== null) return <span className="batch-failed">{line.yuanyin}</span>;
  if (outcome?.kind === "failed") return <span className="batch-failed">{outcome.message}</span>;
  return (
    <div className="statement-shares">
      {outcome ? <span className="batch-done">已入账</span> : null}
      {line.fenpei.map(({ qi, heji, isWancheng }) => (
        <Fragment key={qi}>
          <span>
            第{qi}期{isWancheng ? "还清" : "部分"}
          </span>
          <span className="num">{fenToYuan(heji)}</span>
        </Fragment>
      ))}
      <small className="muted">{line.shengyu ? "之后待还" : "之后全部还清"}</small>
      {line.shengyu ? <small className="muted num">{fenToYuan(line.shengyu)}</small> : null}
    </div>
  );
}
