import type { FenSum } from "@/lib/money";

/** A signed balance as books write it: debit 借, credit 贷, nothing 平. */
export function sideOf(fen: FenSum): { side: "借" | "贷" | "平"; amount: FenSum } {
  const text = String(fen);
  if (text === "0") return { side: "平", amount: 0 };
  if (!text.startsWith("-")) return { side: "借", amount: fen };
  return { side: "贷", amount: typeof fen === "number" ? -fen : text.slice(1) };
}
