import type { FormRule } from "antd";
import { jsonRule } from "../../../crud/JsonField";

export interface Setting {
  jian: string;
  mingcheng: string;
  zhi: string | null;
  zhiType: "TEXT" | "NUMBER" | "SWITCH" | "JSON" | "RICH" | "IMAGE" | "SECRET";
  isXitong?: boolean;
  beizhu?: string | null;
}

/** Settings travel as text; each control has its own idea of a value. */
export function toControl({ zhi, zhiType }: Setting): unknown {
  if (zhiType === "SWITCH") return zhi === "true";
  // A secret is never sent to us: the field starts empty, and empty means unchanged.
  if (zhiType === "SECRET") return "";
  return zhi ?? "";
}

export function toWire({ zhiType }: Setting, value: unknown): string {
  if (zhiType === "JSON" && typeof value === "object" && value !== null)
    return JSON.stringify(value);
  return value === null || value === undefined ? "" : String(value);
}

export function ruleOf({ zhiType }: Setting): FormRule[] {
  if (zhiType === "NUMBER") return [{ pattern: /^-?\d+(\.\d+)?$/, message: "请输入数字" }];
  return zhiType === "JSON" ? [jsonRule] : [];
}
