import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import type { Props } from "./SearchControl";

const DAY = "YYYY-MM-DD";
const read = (text: string | undefined): Dayjs | null => (text ? dayjs(text) : null);

/** Whole days; a moment is searched from the first second of one day to the last of another. */
export default function DayRange({ id, field, values, onChange }: Props & { id: string }) {
  const [begin, end] = [`${field.prop}Begin`, `${field.prop}End`];
  const today = dayjs();
  return (
    <DatePicker.RangePicker
      id={{ start: id }}
      allowEmpty={[true, true]}
      value={[read(values[begin]), read(values[end])]}
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
