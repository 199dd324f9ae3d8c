import { Input, Select } from "antd";
import { useId } from "react";
import { useDict } from "@/lib/dict";
import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";
import { MoneyInput } from "@/widgets/MoneyInput";
import type { SearchField } from "@/crud/fromMeta";
import { RefSelect } from "@/crud/RefSelect";

export interface Props {
  field: SearchField;
  values: Record<string, string>;
  onChange: (patch: Record<string, string>) => void;
}

// The calendar is the largest control of all and mostly waits under 更多.
const DayRange = lazyPart<Props & { id: string }>(
  async () => (await import("./DayRange")).DayRange,
  {
    waiting: ({ id }) => <Input id={id} disabled />,
    failed: (_props, retry) => <PartFailed onRetry={retry} />,
  },
);

const YES_NO = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
];

/** One search field; every value is text, the way it stands in the URL. */
export function SearchControl(props: Props) {
  const id = useId();
  return (
    <div className="search-field" data-kind={props.field.kind}>
      <label htmlFor={id}>{props.field.label}</label>
      <Control {...props} id={id} />
    </div>
  );
}

function Control({ field, values, onChange, id }: Props & { id: string }) {
  const { prop, label } = field;
  const value = values[prop] ?? "";
  switch (field.kind) {
    case "choice":
      return (
        <Choices
          id={id}
          dict={field.dict ?? ""}
          value={value}
          onChange={(text) => onChange({ [prop]: text })}
        />
      );
    case "yesNo":
    case "pick":
      return (
        <Select
          id={id}
          allowClear
          placeholder="全部"
          value={value || undefined}
          options={field.options ?? YES_NO}
          onChange={(chosen: string | undefined) => onChange({ [prop]: chosen ?? "" })}
        />
      );
    case "ref":
      return (
        <RefSelect
          id={id}
          resource={field.ref ?? ""}
          placeholder="全部"
          value={value ? Number(value) : null}
          onChange={(chosen) => onChange({ [prop]: chosen === null ? "" : String(chosen) })}
        />
      );
    case "dates":
    case "times":
      return <DayRange id={id} field={field} values={values} onChange={onChange} />;
    case "amounts":
    case "numbers":
      return <Numbers id={id} field={field} values={values} onChange={onChange} />;
    default:
      return (
        <Input
          id={id}
          allowClear
          placeholder={field.placeholder ?? `请输入${label}`}
          value={value}
          onChange={(event) => onChange({ [prop]: event.target.value })}
        />
      );
  }
}

interface ChoicesProps {
  id: string;
  dict: string;
  value: string;
  onChange: (value: string) => void;
}

function Choices({ id, dict, value, onChange }: ChoicesProps) {
  const items = useDict(dict);
  return (
    <Select
      id={id}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder="全部"
      optionFilterProp="label"
      value={value ? value.split(",") : []}
      options={items.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
      onChange={(chosen: string[]) => onChange(chosen.join(","))}
    />
  );
}

function Numbers({ id, field, values, onChange }: Props & { id: string }) {
  const end = (name: string, bound: "最小" | "最大") => {
    const text = values[name] ?? "";
    const shared = { "aria-label": `${field.label}${bound}`, placeholder: bound };
    return field.kind === "amounts" ? (
      <MoneyInput
        {...shared}
        {...(bound === "最小" ? { id } : {})}
        value={text ? Number(text) : null}
        onChange={(fen) =>
          onChange({ [name]: fen === null || Number.isNaN(fen) ? "" : String(fen) })
        }
      />
    ) : (
      <Input
        {...shared}
        {...(bound === "最小" ? { id } : {})}
        inputMode="numeric"
        value={text}
        onChange={(event) => onChange({ [name]: event.target.value.replace(/[^\d-]/g, "") })}
      />
    );
  };
  return (
    <span className="search-pair">
      {end(`${field.prop}Begin`, "最小")}
      <span className="muted">至</span>
      {end(`${field.prop}End`, "最大")}
    </span>
  );
}
