import { Skeleton } from "antd";
import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
  "aria-label"?: string;
}

/** The editor comes as its own chunk: pages without rich text never load it. */
export const RichText = lazyPart<Props>(
  async () => (await import("./richText/RichTextEditor")).default,
  {
    waiting: () => <Skeleton active paragraph={{ rows: 6 }} />,
    failed: (_props, retry) => <PartFailed onRetry={retry} />,
  },
);
