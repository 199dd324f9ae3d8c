import { officeNow, readMoment } from "./day";

const HOUR = 60;
const DAY = 24 * HOUR;

/** How long ago a moment of the wire was, in the coarsest words that say enough. */
export function age(moment: string, now = officeNow()): string {
  const minutes = Math.max(0, now.diff(readMoment(moment) ?? now, "minute"));
  if (minutes < HOUR) return `${minutes} 分钟`;
  if (minutes < DAY) return `${Math.floor(minutes / HOUR)} 小时`;
  return `${Math.floor(minutes / DAY)} 天`;
}

/** When it was, seen from now. */
export function ago(moment: string, now = officeNow()): string {
  const past = age(moment, now);
  return past === "0 分钟" ? "刚刚" : `${past}前`;
}
