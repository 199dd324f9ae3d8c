import { percentToPpm, ppmToPercent } from "@/lib/money";
import { DecimalInput, decimalRule } from "./DecimalInput";

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (ppm: number | null) => void;
  placeholder?: string;
  disabled?: boolean;
  "aria-label"?: string;
}

/** A rate typed in per cent and kept in parts per million. */
export function PercentInput(props: Props) {
  return (
    <DecimalInput
      {...props}
      addon="%"
      parse={percentToPpm}
      format={ppmToPercent}
      formatEditing={ppmToPercent}
    />
  );
}

export const percentRule = decimalRule("请输入百分比，最多四位小数");
