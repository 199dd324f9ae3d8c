/** A signed balance as books write it: debit 借, credit 贷, nothing 平. */
export function sideOf(fen: number): { side: "借" | "贷" | "平"; amount: number } {
  if (fen === 0) return { side: "平", amount: 0 };
  return { side: fen > 0 ? "借" : "贷", amount: Math.abs(fen) };
}
