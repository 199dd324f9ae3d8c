import { Skeleton } from "antd";
import { lazy, Suspense } from "react";

const RichTextEditor = lazy(() => import("./richText/RichTextEditor"));

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
  "aria-label"?: string;
}

/** The editor comes as its own chunk: pages without rich text never load it. */
export function RichText(props: Props) {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
      <RichTextEditor {...props} />
    </Suspense>
  );
}
