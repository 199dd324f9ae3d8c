import { officeToday, readMoment } from "@/lib/day";
import { DatePicker } from "@/widgets/DatePicker";
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
      disabledDate={isPast ? (day) => day.format("YYYY-MM-DD") > officeToday() : undefined}
      format={format}
      value={readMoment(value)}
      onChange={(date) => onChange?.(date ? date.format(format) : null)}
    />
  );
}
