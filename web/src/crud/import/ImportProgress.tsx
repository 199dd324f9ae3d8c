import { Progress as Bar } from "antd";
import type { Progress } from "@/api/progress";

interface Props {
  /** How much of the file has been sent, from 0 to 1. */
  sent: number;
  step: Progress | null;
}

function wordsOf(isSent: boolean, step: Progress | null): string {
  if (!isSent) return "正在上传";
  if (!step || step.zongshu === null) return step?.isPaidui ? "排队中…" : "正在处理";
  return `正在处理，第 ${step.wancheng} 行，共 ${step.zongshu} 行`;
}

/** First the file is sent, then its rows are gone through. */
export function ImportProgress({ sent, step }: Props) {
  const total = step?.zongshu ?? 0;
  const isSent = sent >= 1 || total > 0 || step?.isPaidui === true;
  const share = total > 0 ? (step?.wancheng ?? 0) / total : sent;
  const words = wordsOf(isSent, step);
  return (
    <div className="import-progress">
      <Bar
        percent={Math.floor(share * 100)}
        size="small"
        status="active"
        aria-label={words}
        showInfo={!isSent || total > 0}
      />
      <p className="muted" role="status">
        {words}
      </p>
    </div>
  );
}
