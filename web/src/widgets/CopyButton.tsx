import { CopyOutlined } from "@ant-design/icons";
import { copyText } from "@/lib/copy";
import "./buttons.css";

export function CopyButton({ text, label = "复制" }: { text: string; label?: string }) {
  return (
    <button
      type="button"
      className="icon-button copy-button"
      aria-label={label}
      title={label}
      onClick={() => void copyText(text)}
    >
      <CopyOutlined />
    </button>
  );
}
