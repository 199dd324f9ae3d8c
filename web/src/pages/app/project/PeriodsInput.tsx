import { toast } from "@/lib/feedback";
import { TagInput } from "@/widgets/TagInput";
import { readPeriods, writePeriods } from "@/lib/periods";

interface Props {
  id?: string;
  /** Comma-joined, as on the wire. */
  value?: string | null;
  onChange?: (text: string) => void;
  disabled?: boolean;
}

/** The numbers of periods on offer, as tags in ascending order. */
export function PeriodsInput({ value, onChange, ...rest }: Props) {
  return (
    <TagInput
      {...rest}
      placeholder="如 3，回车添加"
      value={readPeriods(value).map(String)}
      onChange={(words) => {
        const { text, refused } = writePeriods(words);
        if (refused.length > 0)
          toast.warning(`期数须为 1 到 360 的整数：${refused.join("、")} 没有加入`);
        onChange?.(text);
      }}
    />
  );
}
