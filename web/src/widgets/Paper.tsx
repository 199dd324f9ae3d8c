import DOMPurify from "dompurify";
import type { Ref } from "react";
import { useAppearance } from "@/lib/size";
import { palettes } from "@/theme/tokens";
import "./paper.css";

interface Props {
  title: string;
  html: string;
  /** The frame, to be printed. */
  ref?: Ref<HTMLIFrameElement>;
}

/**
 * A document as it will be printed, in a frame without scripts or forms. The server cleaned it; it
 * is cleaned again here, and what it may load is its own files.
 */
export function Paper({ title, html, ref }: Props) {
  const { text, surface } = useAppearance(({ mode }) => palettes[mode]);
  const policy =
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'";
  const look = `body{margin:32px 40px;font:15px/1.8 "Songti SC","SimSun","Noto Serif CJK SC",serif;color:${text};background:${surface};overflow-wrap:anywhere}h1{text-align:center;font-size:22px;margin:0 0 24px}img,video{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid;padding:4px 8px}@page{margin:20mm}@media print{body{margin:0;color:black;background:none}}`;
  const heading = document.createElement("h1");
  heading.textContent = title;
  const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title></title><style>${look}</style>${heading.outerHTML}${DOMPurify.sanitize(html)}`;
  return (
    <iframe
      ref={ref}
      title={title}
      className="paper"
      sandbox="allow-same-origin allow-modals"
      srcDoc={page}
    />
  );
}

/** Prints what a frame shows; the browser's own dialog makes a PDF of it, too. */
export function printPaper(frame: HTMLIFrameElement | null) {
  frame?.contentWindow?.print();
}
