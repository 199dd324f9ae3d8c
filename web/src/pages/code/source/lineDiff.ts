export interface DiffLine {
  kind: "same" | "added" | "taken";
  text: string;
  /** Its number before and after; what is not there has none. */
  before?: number;
  after?: number;
}

/** Beyond this many pairs of lines the middle is shown as replaced: a browser must not stand still. */
const MOST_PAIRS = 4_000_000;

/** What became of a text, line by line: the longest common part stays. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const numbered = new Numbered();
  for (const text of old.slice(0, head)) numbered.add("same", text);
  middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail), numbered);
  for (const text of old.slice(old.length - tail)) numbered.add("same", text);
  return numbered.lines;
}

/** How many lines came and went. */
export function countOf(lines: readonly DiffLine[]): { added: number; taken: number } {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), taken: count("taken") };
}

class Numbered {
  readonly lines: DiffLine[] = [];
  #before = 0;
  #after = 0;

  add(kind: DiffLine["kind"], text: string) {
    this.lines.push({
      kind,
      text,
      ...(kind === "added" ? {} : { before: ++this.#before }),
      ...(kind === "taken" ? {} : { after: ++this.#after }),
    });
  }
}

function middle(old: readonly string[], now: readonly string[], to: Numbered) {
  const isTooLong = old.length * now.length > MOST_PAIRS;
  const lengths = isTooLong ? [] : commonLengths(old, now);
  let [at, there] = isTooLong ? [old.length, 0] : [0, 0];
  if (isTooLong) for (const text of old) to.add("taken", text);
  while (at < old.length && there < now.length) {
    if (old[at] === now[there]) {
      to.add("same", old[at] ?? "");
      at++;
      there++;
    } else if ((lengths[at + 1]?.[there] ?? 0) >= (lengths[at]?.[there + 1] ?? 0)) {
      to.add("taken", old[at++] ?? "");
    } else to.add("added", now[there++] ?? "");
  }
  for (const text of old.slice(at)) to.add("taken", text);
  for (const text of now.slice(there)) to.add("added", text);
}

/** The longest common part of what follows each pair of lines. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let at = old.length - 1; at >= 0; at--) {
    const row = rows[at] ?? new Uint32Array();
    const below = rows[at + 1] ?? new Uint32Array();
    for (let there = now.length - 1; there >= 0; there--)
      row[there] =
        old[at] === now[there]
          ? (below[there + 1] ?? 0) + 1
          : Math.max(below[there] ?? 0, row[there + 1] ?? 0);
  }
  return rows;
}
