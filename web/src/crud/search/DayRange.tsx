import { DAY, officeNow, readMoment } from "@/lib/day";
import { DatePicker } from "@/widgets/DatePicker";
import type { Props } from "./SearchControl";

/** Whole days; a moment is searched from the first second of one day to the last of another. */
export function DayRange({ id, field, values, onChange }: Props & { id: string }) {
  const [begin, end] = [`${field.prop}Begin`, `${field.prop}End`];
  const today = officeNow();
  return (
    <DatePicker.RangePicker
      id={{ start: id }}
      allowEmpty={[true, true]}
      value={[readMoment(values[begin]), readMoment(values[end])]}
      presets={[
        { label: "今天", value: [today, today] },
        { label: "昨天", value: [today.subtract(1, "day"), today.subtract(1, "day")] },
        { label: "近7天", value: [today.subtract(6, "day"), today] },
        { label: "本月", value: [today.startOf("month"), today] },
      ]}
      onChange={(days) => {
        const isMoment = field.kind === "times";
        const [from, to] = [days?.[0]?.format(DAY), days?.[1]?.format(DAY)];
        onChange({
          [begin]: from ? (isMoment ? `${from} 00:00:00` : from) : "",
          [end]: to ? (isMoment ? `${to} 23:59:59` : to) : "",
        });
      }}
    />
  );
}
