import { DownloadOutlined, InboxOutlined } from "@ant-design/icons";
import { Button, Radio } from "antd";
import { useRef, useState } from "react";
import { download, isCancelled, messageOf, upload } from "@/api/client";
import { watchProgress, type Progress } from "@/api/progress";
import type { ResourceMeta } from "@/api/resources";
import { Dialog } from "@/lib/Dialog";
import { toast } from "@/lib/feedback";
import { newKey } from "@/lib/idempotency";
import "./importDialog.css";
import { ImportProgress } from "./ImportProgress";
import { ImportReport, type ImportAnswer } from "./ImportReport";

interface Props {
  meta: ResourceMeta;
  /** The customer all rows are of, where a sheet is of one. */
  userId?: number;
  onClose: () => void;
  /** Rows were written. */
  onImported: () => void;
}

type Mode = "JIANCHA" | "QUANBU" | "HAOHANG";

const SHEET = /\.(xls|xlsx)$/i;

/** Check first, then decide: everything or nothing, or the good rows alone. */
export function ImportDialog({ meta, userId, onClose, onImported }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<Exclude<Mode, "JIANCHA">>("QUANBU");
  /** How much of the file has been sent; null while nothing runs. */
  const [progress, setProgress] = useState<number | null>(null);
  /** How far the server is with it. */
  const [step, setStep] = useState<Progress | null>(null);
  const [answer, setAnswer] = useState<{ mode: Mode; report: ImportAnswer } | null>(null);
  /** One for each file and way, so that a second try after a lost answer imports once. */
  const keys = useRef(new Map<Mode, string>());
  // An import that wrote nothing has told what a check tells.
  const isWritten = answer !== null && answer.mode !== "JIANCHA" && answer.report.isXieru !== false;
  const isChecked = answer !== null && !isWritten;

  function choose(chosen: File | undefined) {
    if (!chosen) return;
    if (!SHEET.test(chosen.name)) {
      toast.warning("仅允许导入xls、xlsx格式文件。");
      return;
    }
    setFile(chosen);
    setAnswer(null);
    keys.current.clear();
  }

  async function send(asked: Mode) {
    if (!file || progress !== null) return;
    const form = new FormData();
    form.append("file", file);
    setProgress(0);
    const jindu = newKey();
    const stop = watchProgress(jindu, setStep);
    try {
      const of = userId === undefined ? "" : `&userId=${userId}`;
      const path = `/api/${meta.path}/import?moshi=${asked}&jindu=${jindu}${of}`;
      const idempotencyKey = keys.current.get(asked) ?? newKey();
      keys.current.set(asked, idempotencyKey);
      const report = await upload<ImportAnswer>(path, form, setProgress, { idempotencyKey });
      setAnswer({ mode: asked, report });
      if (asked !== "JIANCHA" && report.isXieru !== false && report.chenggong > 0) onImported();
    } catch (error) {
      if (!isCancelled(error)) setAnswer({ mode: "JIANCHA", report: failure(messageOf(error)) });
    } finally {
      stop();
      setProgress(null);
      setStep(null);
    }
  }

  const canImport = isChecked && answer.report.zongshu > 0 && answer.report.chenggong > 0;
  const isRefused = mode === "QUANBU" && answer !== null && answer.report.shibai > 0;
  return (
    <Dialog
      title={`导入${meta.label}`}
      width={400}
      isBusy={progress !== null}
      ok={
        isWritten
          ? { text: "完成", onClick: onClose, isAlone: true }
          : {
              text: canImport ? "开始导入" : "检查",
              onClick: () => void send(canImport ? mode : "JIANCHA"),
              refusal: file ? (canImport && isRefused ? FAULTY : undefined) : "请先选择文件",
            }
      }
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut, the input inside serves the keyboard */}
      <label
        className="import-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
      >
        <input
          type="file"
          className="visually-hidden"
          aria-label="选择导入文件"
          accept=".xls,.xlsx"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <InboxOutlined />
        <span>{file ? file.name : "点击选择文件，或拖到这里"}</span>
      </label>
      <div className="import-tip">
        <span>仅允许导入xls、xlsx格式文件。</span>
        <Button
          type="link"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() =>
            void download(
              `/api/${meta.path}/import/template`,
              { fileName: `${meta.label}模板` },
              `${meta.label}模板.xlsx`,
            ).catch(() => {})
          }
        >
          下载模板
        </Button>
      </div>
      {progress !== null ? <ImportProgress sent={progress} step={step} /> : null}
      {answer ? <ImportReport report={answer.report} isCheck={isChecked} /> : null}
      {canImport ? (
        <Radio.Group
          className="import-mode"
          value={mode}
          onChange={(event) => setMode(event.target.value as typeof mode)}
          options={[
            { value: "QUANBU", label: "全部正确才导入" },
            { value: "HAOHANG", label: "只导入正确的行" },
          ]}
        />
      ) : null}
      {canImport && isRefused ? <p className="muted">{FAULTY}。</p> : null}
    </Dialog>
  );
}

const FAULTY = "有错误的行时不能整批导入，请修改文件或只导入正确的行";

function failure(text: string): ImportAnswer {
  return { text, zongshu: 0, chenggong: 0, shibai: 0, cuowu: [], shibaiUrl: null };
}
