import { Input, Select, Switch } from "antd";
import { JsonField } from "@/crud/form/JsonField";
import { PercentInput } from "@/widgets/PercentInput";
import { RichText } from "@/widgets/RichText";
import { Upload } from "@/widgets/Upload";
import { shapeOf, type Setting } from "./configValues";

interface Props {
  id?: string;
  // The value's shape is the setting's; each control reads its own.
  value?: never;
  onChange?: (value: unknown) => void;
  setting: Setting;
}

export function ConfigControl({ setting, ...props }: Props) {
  const { mingcheng } = setting;
  const { isRate, choices, unit } = shapeOf(setting);
  if (isRate)
    return (
      <div className="config-number">
        <PercentInput {...props} />
      </div>
    );
  if (choices) return <Select {...props} className="config-choice" options={[...choices]} />;
  switch (setting.zhiType) {
    case "SWITCH":
      return <Toggle {...props} label={mingcheng} />;
    case "JSON":
      return <JsonField {...props} />;
    case "RICH":
      return <RichText {...props} aria-label={mingcheng} />;
    case "IMAGE":
      return <Upload {...props} rootPath="config" aria-label={mingcheng} />;
    case "SECRET":
      return <Input.Password {...props} autoComplete="new-password" placeholder="不修改请留空" />;
    case "NUMBER":
      return <Input {...props} className="config-number" inputMode="decimal" suffix={unit} />;
    default:
      return <Input {...props} />;
  }
}

function Toggle({ value, label, ...props }: Omit<Props, "setting"> & { label: string }) {
  return <Switch {...props} checked={value === true} aria-label={label} />;
}
