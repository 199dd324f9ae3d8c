/**
 * Amounts travel as integer fen and are shown as yuan text. Everything here works
 * on decimal text: a float would turn 1.005 into 1.00499… and lose a fen.
 */

const decimal = /^([+-]?)(\d{1,13})(?:\.(\d*))?$/;

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A sum in fen: a number, or its digits as text where a number would not be exact. */
export type FenSum = number | string;

function scaled(value: FenSum, places: number, grouping: boolean): string {
  const isExact = typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
  if (!isExact) return "";
  const text = String(value);
  const digits = text.replace("-", "").padStart(places + 1, "0");
  const whole = digits.slice(0, -places);
  const sign = text.startsWith("-") ? "-" : "";
  return `${sign}${grouping ? group(whole) : whole}.${digits.slice(-places)}`;
}

/** 188650 → "1,886.50". */
export function fenToYuan(fen: FenSum | null | undefined): string {
  return fen === null || fen === undefined ? "" : scaled(fen, 2, true);
}

/** Adds sums of any size. */
export function addFen(...sums: readonly FenSum[]): string {
  return String(sums.reduce((total: bigint, sum) => total + BigInt(sum), 0n));
}

/** What is left of one sum after another. */
export function lessFen(sum: FenSum, less: FenSum): string {
  return String(BigInt(sum) - BigInt(less));
}

/** 188650 → "1886.50", for an input. */
export function fenToInput(fen: number | null | undefined): string {
  return fen === null || fen === undefined ? "" : scaled(fen, 2, false);
}

interface Parsed {
  negative: boolean;
  whole: string;
  fraction: string;
}

function parse(text: string): Parsed | null {
  const found = decimal.exec(text.trim().replace(/[,，\s]/g, ""));
  if (!found) return null;
  return { negative: found[1] === "-", whole: found[2] ?? "0", fraction: found[3] ?? "" };
}

function toInteger(parsed: Parsed, places: number, roundUp: boolean): number | null {
  const kept = parsed.whole + parsed.fraction.slice(0, places).padEnd(places, "0");
  const value = Number(kept) + (roundUp ? 1 : 0);
  if (!Number.isSafeInteger(value)) return null;
  return parsed.negative && value !== 0 ? -value : value;
}

function exact(text: string, places: number): number | null {
  const parsed = parse(text);
  if (!parsed || /[1-9]/.test(parsed.fraction.slice(places))) return null;
  return toInteger(parsed, places, false);
}

/** "1,886.5" → 188650. Null when it is no amount or has more than two decimals. */
export function yuanToFen(text: string): number | null {
  return exact(text, 2);
}

/** "12.345" → 1235: half up on the decimal text. Only the discount field rounds. */
export function yuanToFenHalfUp(text: string): number | null {
  const parsed = parse(text);
  if (!parsed) return null;
  return toInteger(parsed, 2, (parsed.fraction[2] ?? "0") >= "5");
}

/** 240000 → "24", 15500 → "1.55": a rate in parts per million as percent text. */
export function ppmToPercent(ppm: number | null | undefined): string {
  if (ppm === null || ppm === undefined) return "";
  return scaled(ppm, 4, false).replace(/\.?0+$/, "");
}

/** "24" → 240000. Null when it is no rate or finer than one part per million. */
export function percentToPpm(text: string): number | null {
  return exact(text.replace(/%$/, ""), 4);
}

/** 128000 → "12.80%": an annual rate as borrowers are told it, half up to two decimals. */
export function annualRate(ppm: number | null | undefined): string {
  return ppm === null || ppm === undefined ? "" : `${scaled(Math.round(ppm / 100), 2, false)}%`;
}

const digitNames = "零壹贰叁肆伍陆柒捌玖";
const smallUnits = ["", "拾", "佰", "仟"];
const bigUnits = ["", "万", "亿", "兆"];

function section(digits: string): string {
  let out = "";
  let zero = false;
  [...digits].forEach((digit, index) => {
    if (digit === "0") {
      zero = out !== "";
      return;
    }
    out += `${zero ? "零" : ""}${digitNames[Number(digit)]}${smallUnits[digits.length - 1 - index]}`;
    zero = false;
  });
  return out;
}

function capitalYuan(whole: string): string {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 4)
    groups.unshift(whole.slice(Math.max(0, end - 4), end));
  let out = "";
  groups.forEach((digits, index) => {
    const text = section(digits);
    if (!text) return;
    const gap = out !== "" && (digits.startsWith("0") || !section(groups[index - 1] ?? ""));
    out += `${gap ? "零" : ""}${text}${bigUnits[groups.length - 1 - index]}`;
  });
  return out;
}

/** 10050000 → "壹拾万零伍佰元整": the capital form that guards a typed amount. */
export function fenToCapital(fen: number): string {
  if (!Number.isSafeInteger(fen)) return "";
  const digits = String(Math.abs(fen)).padStart(3, "0");
  const yuan = capitalYuan(digits.slice(0, -2));
  const [jiao = "0", cent = "0"] = digits.slice(-2);
  let out = yuan ? `${yuan}元` : "";
  if (jiao === "0" && cent === "0") return `${fen < 0 ? "负" : ""}${out || "零元"}整`;
  if (jiao !== "0") out += `${digitNames[Number(jiao)]}角`;
  else if (yuan) out += "零";
  if (cent !== "0") out += `${digitNames[Number(cent)]}分`;
  return `${fen < 0 ? "负" : ""}${out}`;
}
