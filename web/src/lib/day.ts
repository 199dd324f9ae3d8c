import dayjs, { type Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);

/**
 * The day and the hour in the office: the server's business clock, in Asia/Shanghai. A browser's
 * clock and zone decide nothing. Every moment here is a wall clock's reading without a zone (kept
 * as UTC, which has no summer time that could swallow an hour); only this module reads a clock.
 */
const SHANGHAI_MS = 8 * 3_600_000;
const MOMENT = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d:\d\d)?$/;

/** Days and moments read everywhere as they stand on the wire. */
export const DAY = "YYYY-MM-DD";
export const SECOND = "YYYY-MM-DD HH:mm:ss";
/** A day said in words, as a heading. */
export const DAY_IN_WORDS = "YYYY年M月D日 dddd";
/** A moment as a part of a file's name. */
export const STAMP = "YYYYMMDDHHmmss";

/** How far the office's wall clock is ahead of this browser's count of milliseconds. */
let aheadMs = SHANGHAI_MS;

/** An answer told the time: `2026-03-10 09:00:00`. */
export function noteOfficeTime(text: string | null) {
  const told = readMoment(text);
  if (told) aheadMs = told.valueOf() - Date.now();
}

/** Now, as the clock in the office shows it. */
export function officeNow(): Dayjs {
  return dayjs.utc(Date.now() + aheadMs);
}

/** Today in the office: `2026-03-10`. */
export function officeToday(): string {
  return officeNow().format(DAY);
}

/** The day of a moment of the wire. */
export function dayOf(moment: string): string {
  return moment.slice(0, DAY.length);
}

/** A day or a moment of the wire, as it stands there; null when it is none. */
export function readMoment(text: string | null | undefined): Dayjs | null {
  if (!text || !MOMENT.test(text)) return null;
  const read = dayjs.utc(text.replace(" ", "T"));
  return read.isValid() && read.format(DAY) === dayOf(text) ? read : null;
}
