import { Skeleton } from "antd";
import { useMemo } from "react";
import type { GenColumn } from "@/api/types.gen";
import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";
import { toMeta } from "./toMeta";

const faces = {
  waiting: () => <Skeleton active paragraph={{ rows: 5 }} />,
  failed: (_props: unknown, retry: () => void) => <PartFailed onRetry={retry} />,
};
const ListPreview = lazyPart(async () => (await import("./ListPreview")).ListPreview, faces);
const FormPreview = lazyPart(async () => (await import("./FormPreview")).FormPreview, faces);

interface Props {
  path: string;
  label: string;
  columns: readonly GenColumn[];
}

/** 预览: the list and the form of the columns as they stand, drawn by what draws every page. */
export function LivePreview({ path, label, columns }: Props) {
  const meta = useMemo(() => toMeta({ path, label }, columns), [path, label, columns]);
  if (meta.columns.length === 0)
    return <p className="gen-nothing muted">还没有可以预览的字段，先在“字段”中填写列名和标签。</p>;
  return (
    <div className="gen-preview">
      <section aria-label="列表预览">
        <h3>列表</h3>
        <ListPreview meta={meta} />
      </section>
      <section aria-label="表单预览">
        <h3>表单</h3>
        <FormPreview meta={meta} />
      </section>
    </div>
  );
}
