import { useMemo } from "react";
import "./code.css";
import { highlight, type Token } from "./highlight";
import { lineDiff } from "./lineDiff";

interface Props {
  text: string;
  language: string;
  label: string;
}

/** A source text with numbered, coloured lines. */
export function CodeView({ text, language, label }: Props) {
  const lines = useMemo(() => highlight(text.replace(/\n$/, ""), language), [text, language]);
  return (
    // It scrolls by itself; the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="code-view" tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are known by their number
        <div key={at} className="code-line" data-number={at + 1}>
          <Pieces tokens={line} />
        </div>
      ))}
    </div>
  );
}

export function Pieces({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map(({ kind, text }, at) =>
    kind === "plain" ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of a line have no names
      <span key={at} className={`token-${kind}`}>
        {text}
      </span>
    ),
  );
}

interface DiffProps {
  before: string;
  after: string;
  label: string;
}

const NUMBER_WIDTH = 4;
const padded = (number: number | undefined) => String(number ?? "").padStart(NUMBER_WIDTH);

const SIGNS = { same: " ", added: "+", taken: "-" } as const;

/** What became of a text: lines that came and went, with their numbers on both sides. */
export function CodeDiff({ before, after, label }: DiffProps) {
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself
    <div className="code-view" tabIndex={0} role="region" aria-label={label}>
      {lines.map(({ kind, text, before: old, after: now }, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- lines are known by their place
          key={at}
          className={`code-line code-line-${kind}`}
          data-number={`${padded(old)} ${padded(now)} ${SIGNS[kind]}`}
        >
          {kind === "added" ? <ins>{text}</ins> : kind === "taken" ? <del>{text}</del> : text}
        </div>
      ))}
    </div>
  );
}
