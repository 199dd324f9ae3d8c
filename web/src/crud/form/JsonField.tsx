import { Input } from "antd";
import { useState } from "react";
import { prettyJson } from "@/widgets/JsonView";

interface Props {
  id?: string;
  value?: unknown;
  /** A value once the text is JSON; the text itself until then, which the form refuses. */
  onChange?: (value: unknown) => void;
  disabled?: boolean;
}

export function JsonField({ value, onChange, ...rest }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? (value === undefined || value === null ? "" : prettyJson(value));
  return (
    <Input.TextArea
      {...rest}
      className="form-json"
      rows={4}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange?.(readJson(event.target.value));
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

function readJson(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const jsonRule = {
  validator: (_rule: unknown, value: unknown) =>
    typeof value === "string" && readJson(value) === value && value.trim() !== ""
      ? Promise.reject(new Error("不是有效的 JSON"))
      : Promise.resolve(),
};
