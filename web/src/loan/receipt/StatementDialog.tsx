import { DownloadOutlined, InboxOutlined } from "@ant-design/icons";
import { Button, Progress } from "antd";
import { useState } from "react";
import { call, download, isCancelled, messageOf, quiet, upload } from "@/api/client";
import "@/crud/import/importDialog.css";
import "@/crud/verb/verbDialog.css";
import { useRefresh } from "@/crud/verb/useRefresh";
import { Dialog } from "@/lib/Dialog";
import { toast } from "@/lib/feedback";
import { newDecisions } from "@/lib/idempotency";
import { fenToYuan } from "@/lib/money";
import { TOUCHED } from "@/loan/order/orderQueries";
import { isOpen, reviewInTurn, type Outcome } from "@/loan/verbs/reviewInTurn";
import { DictSelect } from "@/widgets/DictSelect";
import type { Statement, StatementLine } from "@/api/types.gen";
import "@/loan/verbs/verbs.css";
import "./receipt.css";
import { StatementTable } from "./StatementTable";

const PATH = "/api/app/dingdan/daozhang/import";
const SHEET = /\.(xls|xlsx)$/i;

/** A line that can be booked, known by its row. */
type Bookable = StatementLine & { id: number };

/** 导入到账: a bank statement is shown as it would be booked; nothing is until somebody says so. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState("");
  const [statement, setStatement] = useState<Statement | null>(null);
  const [method, setMethod] = useState<string | undefined>("YINHANGKA");
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [decisions] = useState(newDecisions);
  const refresh = useRefresh();
  const good: Bookable[] = (statement?.mingxi ?? [])
    .filter(({ yuanyin }) => yuanyin === null)
    .map((line) => ({ ...line, id: line.hang }));
  const open = good.filter(({ id }) => isOpen(outcomes.get(id)));

  async function read(file: File | undefined) {
    if (!file || isReading || isRunning) return;
    if (!SHEET.test(file.name)) {
      toast.warning("仅允许导入xls、xlsx格式文件。");
      return;
    }
    const form = new FormData();
    form.append("file", file);
    setName(file.name);
    setProblem("");
    setStatement(null);
    setOutcomes(new Map());
    setReading(true);
    try {
      setStatement(await upload<Statement>(PATH, form, () => {}));
    } catch (error) {
      if (!isCancelled(error)) setProblem(messageOf(error));
    } finally {
      setReading(false);
    }
  }

  /** Each line is an event of its own, with the guards that were shown. */
  async function book(line: Bookable) {
    const { dingdanId, jine, riqi, qi, yishou, liushuihao } = line;
    if (dingdanId === null || jine === null || !method) return;
    const ask = {
      dingdanId,
      jine,
      liushuihao,
      zhifufangshi: method,
      daozhangRiqi: riqi,
      qi,
      yishou,
    };
    const idempotencyKey = decisions.keyOf(ask);
    await call("POST /app/dingdan/daozhang", ask, { ...quiet, idempotencyKey });
  }

  async function run() {
    if (isRunning || open.length === 0) return;
    setRunning(true);
    const failures = await reviewInTurn(open, book, (id, outcome) =>
      setOutcomes((all) => new Map(all).set(id, outcome)),
    );
    setRunning(false);
    void refresh(TOUCHED);
    if (failures === 0) toast.success(`已入账 ${open.length} 笔`);
    else toast.warning(`${open.length - failures} 笔已入账，${failures} 笔没有入账`);
  }

  const hasRun = outcomes.size > 0;
  const booked = good.filter(({ id }) => outcomes.get(id)?.kind === "done");
  const isOver = hasRun && !isRunning && open.length === 0;
  return (
    <Dialog
      title="导入到账"
      className="verb-dialog statement-dialog"
      width={1080}
      isDirty={statement !== null && open.length > 0}
      isBusy={isRunning}
      {...(isOver
        ? { footer: <Button onClick={onClose}>关闭</Button> }
        : {
            ok: {
              text:
                open.length > 0 ? `入账 ${open.length} 笔 ${fenToYuan(sumOf(open))} 元` : "入账",
              onClick: () => void run(),
              isDisabled: isReading,
              refusal: refusalOf(statement !== null, open.length, method),
            },
          })}
      cancelText={hasRun ? "关闭" : "取消"}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut, the input inside serves the keyboard */}
      <label
        className={
          statement ? "import-drop statement-drop statement-read" : "import-drop statement-drop"
        }
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
      >
        <input
          type="file"
          className="visually-hidden"
          aria-label="选择到账流水"
          accept=".xls,.xlsx"
          disabled={isReading || isRunning}
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <InboxOutlined />
        <span>{isReading ? "正在核对…" : name || "点击选择银行流水，或拖到这里"}</span>
      </label>
      <div className="import-tip">
        <span>列：流水号、日期、金额、订单号（或手机号后四位和姓名）、摘要。核对后才入账。</span>
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => void download(`${PATH}/template`, {}, "到账流水模板.xlsx").catch(() => {})}
        >
          下载模板
        </Button>
      </div>
      {problem ? (
        <p className="receipt-note receipt-refused" role="alert">
          {problem}
        </p>
      ) : null}
      {statement ? (
        <>
          <div className="statement-bar">
            <span>
              共 {statement.zongshu} 行，
              {hasRun ? (
                <>
                  已入账 {booked.length} 行，合计 <strong>{fenToYuan(sumOf(booked))}</strong> 元
                </>
              ) : (
                <>
                  可入账 {statement.keRuzhang} 行，合计 <strong>{fenToYuan(statement.jine)}</strong>{" "}
                  元
                </>
              )}
              {statement.zongshu > statement.keRuzhang
                ? `，${statement.zongshu - statement.keRuzhang} 行不能入账`
                : ""}
            </span>
            <span className="statement-method">
              支付方式
              <DictSelect
                dict="zhifu_fangshi"
                aria-label="支付方式"
                value={method}
                onChange={(value) => setMethod(value as string | undefined)}
              />
            </span>
          </div>
          {isRunning ? (
            <Progress
              percent={Math.floor(((good.length - open.length) / good.length) * 100)}
              size="small"
            />
          ) : null}
          <StatementTable lines={statement.mingxi} outcomes={outcomes} />
        </>
      ) : null}
    </Dialog>
  );
}

const sumOf = (lines: readonly Bookable[]) => lines.reduce((sum, { jine }) => sum + (jine ?? 0), 0);

/** Why nothing can be booked yet. */
function refusalOf(isRead: boolean, open: number, method: string | undefined): string | undefined {
  if (!isRead) return "请先选择银行流水";
  if (open === 0) return "这份流水里没有可以入账的行";
  return method ? undefined : "请选择支付方式";
}
