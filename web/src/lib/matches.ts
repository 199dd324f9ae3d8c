import pinyin from "pinyin-match";

/** What is longer was pasted and is nobody's pinyin; the time to match it would have no end. */
const LONGEST = 24;

/** Where a name matches what was typed, by text, pinyin or initials; null where it does not. */
export function matchAt(name: string, wanted: string): number | null {
  if (wanted.length > LONGEST) {
    const at = name.toLowerCase().indexOf(wanted.toLowerCase());
    return at < 0 ? null : at;
  }
  const hit = pinyin.match(name, wanted);
  return hit ? hit[0] : null;
}
