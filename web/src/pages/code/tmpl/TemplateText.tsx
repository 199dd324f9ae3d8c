import { Form } from "antd";
import { useMemo, useRef, type KeyboardEvent, type UIEvent } from "react";
import { Pieces } from "@/pages/code/source/CodeView";
import "@/pages/code/source/code.css";
import { highlight } from "@/pages/code/source/highlight";
import { lineRange, readFlaw } from "./flaw";
import "./tmpl.css";

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (text: string) => void;
  disabled?: boolean;
}

/** A template with numbered lines and colours; what the server refused stands at its line. */
export function TemplateText({ id, value, onChange, disabled }: Props) {
  const text = value ?? "";
  const lines = useMemo(() => highlight(text, "template"), [text]);
  const { errors = [] } = Form.Item.useStatus();
  const flaw = errors.map((error) => readFlaw(String(error))).find(Boolean);
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<HTMLDivElement>(null);

  /** What is drawn behind the letters goes where they go. */
  function follow({ currentTarget }: UIEvent<HTMLTextAreaElement>) {
    if (!back.current) return;
    back.current.scrollTop = currentTarget.scrollTop;
    back.current.scrollLeft = currentTarget.scrollLeft;
  }
  function goTo(line: number) {
    const [start, end] = lineRange(text, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
    const height = (field.current?.scrollHeight ?? 0) / Math.max(1, lines.length);
    field.current?.scrollTo({ top: Math.max(0, (line - 3) * height) });
  }

  return (
    <div className="template-text">
      <div className="template-paper" data-faulty={flaw ? true : undefined}>
        <div className="template-back" ref={back} aria-hidden="true">
          {lines.map((line, at) => (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- lines are known by their number
              key={at}
              className="template-line"
              data-number={at + 1}
              {...(flaw?.line === at + 1 ? { "data-flaw": flaw.why } : {})}
            >
              <Pieces tokens={line} />
            </div>
          ))}
        </div>
        <textarea
          ref={field}
          {...(id ? { id } : {})}
          className="template-field"
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          maxLength={60_000}
          disabled={disabled ?? false}
          value={text}
          onScroll={follow}
          onKeyDown={keepEnter}
          onChange={(event) => onChange?.(event.target.value)}
        />
      </div>
      {flaw ? (
        <button type="button" className="link-button" onClick={() => goTo(flaw.line)}>
          转到第 {flaw.line} 行
        </button>
      ) : null}
    </div>
  );
}

/** Enter makes a line here and saves nothing; with Ctrl it saves as everywhere. */
function keepEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.stopPropagation();
}
