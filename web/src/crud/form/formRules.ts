import type { FormRule } from "antd";
import type { ColumnMeta } from "@/api/resources";
import { moneyRule } from "@/widgets/MoneyInput";
import { percentRule } from "@/widgets/PercentInput";
import { jsonRule } from "./JsonField";

const CHOSEN = new Set(["dict", "dicts", "ref", "refs", "date", "timestamp"]);
const UPLOADED = new Set(["image", "images", "file"]);

/** The form library's own rule takes every value for text, and then finds lists and numbers wrong. */
function filledRule(message: string): FormRule {
  return {
    required: true,
    validator: (_rule, value: unknown) =>
      isBlank(value) ? Promise.reject(new Error(message)) : Promise.resolve(),
  };
}

function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** What the form can tell by itself; the server checks everything again. */
export function formRules(column: ColumnMeta): FormRule[] {
  const { kind, label, isMust, max } = column;
  const rules: FormRule[] = [];
  if (isMust && kind !== "bool") {
    const verb = CHOSEN.has(kind) ? "请选择" : UPLOADED.has(kind) ? "请上传" : "请输入";
    rules.push(filledRule(`${verb}${label}`));
  }
  if (kind === "fen") rules.push(moneyRule);
  if (kind === "ppm") rules.push(percentRule);
  if (kind === "json") rules.push(jsonRule);
  if ((kind === "text" || kind === "longText") && max)
    rules.push({ max, message: `最多 ${max} 个字` });
  return rules;
}

/** A masked value is either left as it is or replaced as a whole. */
export function maskedRule(original: unknown): FormRule {
  return {
    validator: (_rule, value: unknown) =>
      typeof value === "string" && value.includes("*") && value !== original
        ? Promise.reject(new Error("请填写完整内容，或保持原样"))
        : Promise.resolve(),
  };
}

/** Checks what a person typed anew; a masked value is what the server has already. */
export function typedRule(isRight: (text: string) => boolean, message: string): FormRule {
  return faultRule((text) => (isRight(text) ? "" : message));
}

/** The same where what is wrong depends on what was typed; nothing is said of what is right. */
export function faultRule(fault: (text: string) => string): FormRule {
  return {
    validator: (_rule, value: unknown) => {
      const isTyped = typeof value === "string" && value !== "" && !value.includes("*");
      const said = isTyped ? fault(value) : "";
      return said === "" ? Promise.resolve() : Promise.reject(new Error(said));
    },
  };
}
