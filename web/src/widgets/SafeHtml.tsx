import DOMPurify from "dompurify";

/** Words and simple structure; nothing that runs, loads or navigates by itself. */
const ALLOWED = {
  ALLOWED_TAGS: [
    "b",
    "br",
    "div",
    "em",
    "i",
    "li",
    "ol",
    "p",
    "span",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
  ],
  ALLOWED_ATTR: ["colspan", "rowspan"],
};

const FOREIGN = {
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "iframe", "base", "meta"],
  FORBID_ATTR: ["id", "class", "name"],
  ALLOW_DATA_ATTR: false,
};

/** Rich text as it may be shown: the server cleaned it when it was kept, and here it is cleaned again. */
export function safeRichText(html: string): string {
  return DOMPurify.sanitize(html, FOREIGN);
}

/** The one place where a server's text may contain HTML: the report of an import. */
export function SafeHtml({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={className}
      dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html, ALLOWED) }}
    />
  );
}
