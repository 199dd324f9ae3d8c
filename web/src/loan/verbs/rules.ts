import type { FormRule } from "antd";

/** A text that must say something. */
export function said(message: string, max = 500): FormRule[] {
  return [
    { required: true, whitespace: true, message },
    { max, message: `最多 ${max} 个字` },
  ];
}

/** An amount in fen that must be there; what is no amount has its own rule. */
export function amount(message: string, check?: (fen: number) => string | undefined): FormRule {
  return {
    required: true,
    validator: (_rule, value: unknown) => {
      if (typeof value !== "number") return Promise.reject(new Error(message));
      if (Number.isNaN(value)) return Promise.resolve();
      const complaint = check?.(value);
      return complaint ? Promise.reject(new Error(complaint)) : Promise.resolve();
    },
  };
}
