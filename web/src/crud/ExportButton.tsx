import { ExportOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { download } from "../api/client";
import type { ResourceMeta } from "../api/resources";

interface Props {
  meta: ResourceMeta;
  query: Record<string, string | number>;
}

/** Exports what the list shows, all pages of it; the toast tells how much has arrived. */
export function ExportButton({ meta, query }: Props) {
  const [isRunning, setRunning] = useState(false);
  async function run() {
    setRunning(true);
    try {
      await download(`/api/${meta.path}/export`, query, `${meta.label}.xlsx`);
    } catch {
      // The call has said why.
    } finally {
      setRunning(false);
    }
  }
  return (
    <Button icon={<ExportOutlined />} loading={isRunning} onClick={() => void run()}>
      导出
    </Button>
  );
}
