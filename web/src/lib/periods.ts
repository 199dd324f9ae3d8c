const MOST = 360;

/** "1,3,6" → [1, 3, 6]; what is no number of periods is left out. */
export function readPeriods(text: unknown): number[] {
  return typeof text === "string" ? sorted(text.split(/[,，]/)).numbers : [];
}

/** Typed words as the wire has them, in ascending order, and those that are no number of periods. */
export function writePeriods(words: readonly string[]): { text: string; refused: string[] } {
  const { numbers, refused } = sorted(words);
  return { text: numbers.join(","), refused };
}

function sorted(words: readonly string[]): { numbers: number[]; refused: string[] } {
  const numbers = new Set<number>();
  const refused: string[] = [];
  for (const word of words.map((one) => one.trim()).filter(Boolean)) {
    const count = /^\d{1,3}$/.test(word) ? Number(word) : 0;
    if (count >= 1 && count <= MOST) numbers.add(count);
    else refused.push(word);
  }
  return { numbers: [...numbers].toSorted((a, b) => a - b), refused };
}
