import { codePoints } from "./elementIcons/codePoints";
import "./elementIcons/elementIcons.css";

/** One icon by its class name ("el-icon-user"); an unknown name shows nothing. */
export function ElementIcon({ name }: { name: string | null | undefined }) {
  const code = name ? codePoints[name] : undefined;
  if (code === undefined) return null;
  return (
    <i className="el-icon" aria-hidden>
      {String.fromCodePoint(code)}
    </i>
  );
}
