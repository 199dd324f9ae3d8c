import { DatePicker, Input, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useId } from "react";
import { useDict } from "../lib/dict";
import { MoneyInput } from "../widgets/MoneyInput";
import type { SearchField } from "./fromMeta";
import { RefSelect } from "./RefSelect";

interface Props {
  field: SearchField;
  values: Record<string, string>;
  onChange: (patch: Record<string, string>) => void;
}

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
      return (
        <Select
          id={id}
          allowClear
          placeholder="全部"
          value={value || undefined}
          options={[
            { value: "true", label: "是" },
            { value: "false", label: "否" },
          ]}
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
      return <Days id={id} field={field} values={values} onChange={onChange} />;
    case "amounts":
    case "numbers":
      return <Numbers id={id} field={field} values={values} onChange={onChange} />;
    default:
      return (
        <Input
          id={id}
          allowClear
          placeholder={`请输入${label}`}
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

const DAY = "YYYY-MM-DD";
const read = (text: string | undefined): Dayjs | null => (text ? dayjs(text) : null);

/** Whole days; a moment is searched from the first second of one day to the last of another. */
function Days({ id, field, values, onChange }: Props & { id: string }) {
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

function Numbers({ id, field, values, onChange }: Props & { id: string }) {
  const [begin, end] = [`${field.prop}Begin`, `${field.prop}End`];
  return (
    <span className="search-pair">
      {[begin, end].map((name, index) => {
        const label = `${field.label}${index === 0 ? "最小" : "最大"}`;
        const shared = { id: index === 0 ? id : undefined, "aria-label": label };
        const text = values[name] ?? "";
        return field.kind === "amounts" ? (
          <MoneyInput
            key={name}
            {...shared}
            value={text ? Number(text) : null}
            onChange={(fen) =>
              onChange({ [name]: fen === null || Number.isNaN(fen) ? "" : String(fen) })
            }
          />
        ) : (
          <Input
            key={name}
            {...shared}
            inputMode="numeric"
            value={text}
            onChange={(event) => onChange({ [name]: event.target.value.replace(/[^\d-]/g, "") })}
          />
        );
      })}
    </span>
  );
}
