import "./json.css";
import { CopyButton } from "./CopyButton";

/** Pretty-printed JSON; text that is no JSON is shown as it is. */
export function JsonView({ value }: { value: unknown }) {
  const text = prettyJson(value);
  return (
    <div className="json">
      <pre>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}

export function prettyJson(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "";
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
