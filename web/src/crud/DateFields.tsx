import { DatePicker } from "antd";
import dayjs from "dayjs";
import "./dateFields.css";

interface Props {
  id?: string;
  /** `YYYY-MM-DD`, with ` HH:mm:ss` for a moment. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  disabled?: boolean;
  placeholder?: string;
  /** What has happened is not in the future: later days cannot be chosen. */
  isPast?: boolean;
}

export function DayField(props: Props) {
  return <TextDate {...props} format="YYYY-MM-DD" />;
}

export function MomentField(props: Props) {
  return <TextDate {...props} format="YYYY-MM-DD HH:mm:ss" showTime />;
}

/** Dates are text on the wire and stay text in the form. */
function TextDate({
  value,
  onChange,
  format,
  isPast = false,
  ...rest
}: Props & { format: string; showTime?: boolean }) {
  return (
    <DatePicker
      {...rest}
      className="form-date"
      disabledDate={isPast ? (day) => day.isAfter(dayjs(), "day") : undefined}
      format={format}
      value={value ? dayjs(value) : null}
      onChange={(date) => onChange?.(date ? date.format(format) : null)}
    />
  );
}
