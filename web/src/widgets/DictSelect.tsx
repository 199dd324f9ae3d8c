import { Select } from "antd";
import { useDict } from "@/lib/dict";

interface Props {
  id?: string;
  dict: string;
  value?: string | null;
  onChange?: (value: string | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** One entry of a dictionary. */
export function DictSelect({ dict, value, ...rest }: Props) {
  const items = useDict(dict);
  return (
    <Select
      {...rest}
      allowClear
      placeholder={rest.placeholder ?? "请选择"}
      showSearch={{ optionFilterProp: "label" }}
      value={value ?? undefined}
      options={items.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
    />
  );
}
