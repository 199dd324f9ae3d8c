import { Image } from "antd";
import { Dialog } from "@/lib/Dialog";
import { HtmlPreview } from "@/widgets/HtmlPreview";
import { JsonView } from "@/widgets/JsonView";

export type Shown =
  | { kind: "text"; title: string; text: string }
  | { kind: "json"; title: string; value: unknown }
  | { kind: "html"; title: string; html: string }
  | { kind: "images"; urls: string[] };

interface Props {
  shown: Shown | null;
  onClose: () => void;
}

/** One viewer for a whole table, so that a cell costs a button and not a dialog. */
export function CellViewer({ shown, onClose }: Props) {
  if (!shown) return null;
  if (shown.kind === "images") {
    return (
      <Image.PreviewGroup
        items={shown.urls}
        preview={{ open: true, onOpenChange: (open) => !open && onClose() }}
      />
    );
  }
  if (shown.kind === "html") {
    return <HtmlPreview title={shown.title} html={shown.html} onClose={onClose} />;
  }
  return (
    <Dialog
      title={shown.title}
      width={shown.kind === "text" ? "max(30%, 400px)" : 700}
      onClose={onClose}
    >
      {shown.kind === "text" ? (
        <p className="dt-full-text">{shown.text}</p>
      ) : (
        <JsonView value={shown.value} />
      )}
    </Dialog>
  );
}
