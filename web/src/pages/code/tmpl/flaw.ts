/** Where a template cannot be read, and why. */
export interface Flaw {
  line: number;
  why: string;
}

/** `第2行：语法错误，…` as the server says it; undefined for every other sentence. */
export function readFlaw(sentence: string): Flaw | undefined {
  const found = /^第(\d+)行：(.*)$/s.exec(sentence);
  return found ? { line: Number(found[1]), why: found[2] ?? "" } : undefined;
}

/** Where a line begins and ends in a text. */
export function lineRange(text: string, line: number): [number, number] {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1);
  const start = before.reduce((sum, one) => sum + one.length + 1, 0);
  return [
    Math.min(start, text.length),
    Math.min(start + (lines[line - 1]?.length ?? 0), text.length),
  ];
}
