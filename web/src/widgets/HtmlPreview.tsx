import { Dialog } from "@/lib/Dialog";
import { useAppearance } from "@/lib/size";
import { palettes } from "@/theme/tokens";
import { safeRichText } from "./SafeHtml";
import "./htmlPreview.css";

interface Props {
  title?: string;
  html: string;
  onClose: () => void;
}

/**
 * Foreign HTML in a frame without scripts or forms: it can be looked at, nothing more. The frame has
 * our origin, because our files are given to no other; without scripts it can do nothing with it.
 */
export function HtmlPreview({ title = "预览", html, onClose }: Props) {
  const { text, surface } = useAppearance(({ mode }) => palettes[mode]);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'"><style>body{margin:16px;font:14px/1.6 system-ui,sans-serif;color:${text};background:${surface};overflow-wrap:anywhere}img,video{max-width:100%}table{border-collapse:collapse}td,th{padding:4px 8px}</style>${safeRichText(html)}`;
  return (
    <Dialog title={title} width={1000} onClose={onClose}>
      <iframe title={title} className="html-preview" sandbox="allow-same-origin" srcDoc={page} />
    </Dialog>
  );
}
