import { fenToCapital, fenToInput, fenToYuan, yuanToFen, yuanToFenHalfUp } from "@/lib/money";
import { DecimalInput, decimalRule } from "./DecimalInput";

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (fen: number | null) => void;
  placeholder?: string;
  disabled?: boolean;
  /** The discount field alone rounds a third decimal half up; others refuse it. */
  isRounding?: boolean;
  /** Shows the amount in capitals under the field, as on a cheque. */
  withCapital?: boolean;
  "aria-label"?: string;
}

/** An amount typed in yuan and kept in fen; never a float in between. */
export function MoneyInput({ isRounding = false, withCapital = false, ...props }: Props) {
  // No field takes less than nothing: what it refuses is not read out as an amount.
  const capital = withCapital && (props.value ?? 0) > 0 ? fenToCapital(props.value ?? 0) : "";
  return (
    <>
      <DecimalInput
        {...props}
        addon="元"
        parse={isRounding ? yuanToFenHalfUp : yuanToFen}
        format={fenToYuan}
        formatEditing={fenToInput}
      />
      {capital ? <div className="muted">{capital}</div> : null}
    </>
  );
}

export const moneyRule = decimalRule("请输入金额，最多两位小数");
