import dayjs, { type Dayjs } from "dayjs";
import { DAY, readMoment } from "@/lib/day";

export interface DayRange {
  begin: string;
  end: string;
}

export interface QuickRange extends DayRange {
  label: string;
}

const range = (label: string, begin: Dayjs, end: Dayjs): QuickRange => ({
  label,
  begin: begin.format(DAY),
  end: end.format(DAY),
});

/** The ranges a bookkeeper asks for, as of one day; a running month or year ends today. */
export function quickRanges(today: string): QuickRange[] {
  const now = dayjs.utc(today);
  const before = now.subtract(1, "month");
  return [
    range("今日", now, now),
    range("本月", now.startOf("month"), now),
    range("上月", before.startOf("month"), before.endOf("month")),
    range("本年", now.startOf("year"), now),
  ];
}

/** A day from the address; anything else is no day. */
export function readDay(text: string | null): string | null {
  return text?.length === DAY.length && readMoment(text) ? text : null;
}
