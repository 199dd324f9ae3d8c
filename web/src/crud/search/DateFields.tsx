import { DAY, officeToday, readMoment, SECOND } from "@/lib/day";
import { DatePicker } from "@/widgets/DatePicker";
import "./dateFields.css";

interface Props {
  id?: string;
  /** A day or a moment as on the wire. */
  value?: string | null;
  onChange?: (value: string | null) => void;
  disabled?: boolean;
  placeholder?: string;
  /** What has happened is not in the future: later days cannot be chosen. */
  isPast?: boolean;
}

export function DayField(props: Props) {
  return <TextDate {...props} format={DAY} />;
}

export function MomentField(props: Props) {
  return <TextDate {...props} format={SECOND} showTime />;
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
      disabledDate={isPast ? (day) => day.format(DAY) > officeToday() : undefined}
      format={format}
      value={readMoment(value)}
      onChange={(date) => onChange?.(date ? date.format(format) : null)}
    />
  );
}
