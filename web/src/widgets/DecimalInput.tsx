import { Input } from "antd";
import { useState } from "react";
import "./field.css";

interface Props {
  id?: string;
  value?: number | null;
  /** NaN means that what is typed is no such number; `decimalRule` refuses it in a form. */
  onChange?: (value: number | null) => void;
  placeholder?: string;
  disabled?: boolean;
  "aria-label"?: string;
  /** The unit behind the number. */
  addon: string;
  parse: (text: string) => number | null;
  format: (value: number | null | undefined) => string;
  formatEditing: (value: number | null | undefined) => string;
}

/** Decimal text in, integer out. While someone types, the text is theirs; it is tidied on leaving. */
export function DecimalInput(props: Props) {
  const { value, onChange, addon, parse, format, formatEditing, ...rest } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const isBad = draft !== null && draft.trim() !== "" && parse(draft) === null;

  function type(text: string) {
    setDraft(text);
    onChange?.(text.trim() === "" ? null : (parse(text) ?? Number.NaN));
  }

  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="decimal-input"
      suffix={addon}
      status={isBad ? "error" : undefined}
      aria-invalid={isBad || undefined}
      value={draft ?? format(value)}
      onFocus={() => setDraft((text) => text ?? formatEditing(value))}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        if (!isBad) setDraft(null);
      }}
    />
  );
}

/** A form rule for fields of this kind: says how to mend what could not be read. */
export function decimalRule(complaint: string) {
  return {
    validator: (_rule: unknown, value: unknown) =>
      Number.isNaN(value) ? Promise.reject(new Error(complaint)) : Promise.resolve(),
  };
}
