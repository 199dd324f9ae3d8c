import { Input, type InputRef } from "antd";
import { useLayoutEffect, useRef, useState } from "react";
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
  const input = useRef<InputRef>(null);
  const isPointed = useRef(false);
  const isEditing = draft !== null;
  const isBad = draft !== null && draft.trim() !== "" && parse(draft) === null;

  // Tab selects what is there, and writing it without separators would let go of that again. A
  // pointer has chosen its own place.
  useLayoutEffect(() => {
    if (isEditing && !isPointed.current) input.current?.select();
  }, [isEditing]);

  function type(text: string) {
    setDraft(text);
    onChange?.(text.trim() === "" ? null : (parse(text) ?? Number.NaN));
  }

  return (
    <Input
      {...rest}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      className="decimal-input"
      suffix={addon}
      status={isBad ? "error" : undefined}
      aria-invalid={isBad || undefined}
      value={draft ?? format(value)}
      onMouseDown={() => {
        isPointed.current = true;
      }}
      onFocus={() => setDraft((text) => text ?? formatEditing(value))}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        isPointed.current = false;
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
