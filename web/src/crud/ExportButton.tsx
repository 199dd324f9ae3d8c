import { ExportOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { download, toastOf } from "@/api/client";
import { watchProgress } from "@/api/progress";
import type { ResourceMeta } from "@/api/resources";
import { toast } from "@/lib/feedback";
import { newKey } from "@/lib/idempotency";

interface Props {
  meta: ResourceMeta;
  query: Record<string, string | number>;
}

const waiting = "排队中…";

/** Exports what the list shows, all pages of it; the toast tells how far it is. */
export function ExportButton({ meta, query }: Props) {
  const [isRunning, setRunning] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  async function run() {
    const path = `/api/${meta.path}/export`;
    const jindu = newKey();
    setRunning(true);
    const stop = watchProgress(jindu, ({ isPaidui, wancheng }) => {
      setWaiting(isPaidui);
      const words = isPaidui ? waiting : `已写入 ${wancheng} 行`;
      toast.loading(toastOf(path), `正在导出${meta.label}，${words}`);
    });
    try {
      await download(path, { ...query, jindu }, `${meta.label}.xlsx`);
    } catch {
      // The call has said why.
    } finally {
      stop();
      setRunning(false);
      setWaiting(false);
    }
  }
  return (
    <Button icon={<ExportOutlined />} loading={isRunning} onClick={() => void run()}>
      {isWaiting ? waiting : "导出"}
    </Button>
  );
}
