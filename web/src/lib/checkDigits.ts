/** The check digit of bank cards: catches a mistyped digit and most swapped ones. */
export function isCardNumber(text: string): boolean {
  if (!/^\d{12,19}$/.test(text)) return false;
  const digits = [...text].toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** A resident identity number of 18 places with a real birthday and a right check character. */
export function isIdentityNumber(text: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(text)) return false;
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)].map(
    Number,
  );
  const born = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  const isDay = born.getUTCMonth() + 1 === month && born.getUTCDate() === day;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return isDay && CHECKS[sum % 11] === text.at(-1)?.toUpperCase();
}

export function isMobileNumber(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text);
}
