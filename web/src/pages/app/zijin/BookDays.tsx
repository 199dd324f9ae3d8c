import { DAY, readMoment } from "@/lib/day";
import { DatePicker } from "@/widgets/DatePicker";
import type { DayRange } from "./ranges";

interface Props extends DayRange {
  onChange: (range: DayRange) => void;
}

/** The days of the books that are looked at. */
export function BookDays({ begin, end, onChange }: Props) {
  return (
    <DatePicker.RangePicker
      aria-label="记账日期"
      allowClear={false}
      value={[readMoment(begin), readMoment(end)]}
      onChange={(days) => {
        const [from, to] = [days?.[0], days?.[1]];
        if (from && to) onChange({ begin: from.format(DAY), end: to.format(DAY) });
      }}
    />
  );
}
