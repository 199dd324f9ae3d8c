/** Digits stand for a phone. */
export function isNumber(typed: string): boolean {
  return /^\d+$/.test(typed.trim());
}

/** The query a typed text stands for; null while it cannot find anyone yet. */
export function customerQuery(typed: string): Record<string, string> | null {
  const text = typed.trim();
  if (text === "") return null;
  if (!isNumber(text)) return { nickName: text };
  // The phone is kept encrypted: it is found whole or by its last four digits only.
  return text.length === 4 || text.length === 11 ? { phone: text } : null;
}
