import { Input, InputNumber, Radio, Select, Switch } from "antd";
import type { ReactNode } from "react";
import type { ColumnMeta } from "@/api/resources";
import { useDict } from "@/lib/dict";
import { MoneyInput } from "@/widgets/MoneyInput";
import { PercentInput } from "@/widgets/PercentInput";
import { RichText } from "@/widgets/RichText";
import { TagInput } from "@/widgets/TagInput";
import { Upload } from "@/widgets/Upload";
import type { Row } from "@/crud/column";
import { DayField, MomentField } from "@/crud/search/DateFields";
import { JsonField } from "./JsonField";
import { RefSelect, RefsSelect } from "@/crud/RefSelect";

/** What antd's Form.Item hands to the control it holds. */
export interface ControlProps {
  id?: string;
  // The value's shape is the column's; each control reads its own.
  value?: never;
  onChange?: (value: unknown) => void;
  disabled?: boolean;
}

interface Props extends ControlProps {
  column: ColumnMeta;
  record: Row | null;
}

const AS_RADIO = 4;
const IMAGES = 9;

/** The control that fits a column's kind. */
export function FormControl({ column, record, ...props }: Props): ReactNode {
  const { kind, label, rootPath = "resource" } = column;
  switch (kind) {
    case "longText":
      return (
        <Input.TextArea
          {...props}
          rows={3}
          showCount={column.max !== undefined}
          maxLength={column.max}
        />
      );
    case "richText":
      return <RichText {...props} aria-label={label} />;
    case "int":
      return (
        <InputNumber
          {...props}
          className="form-number"
          precision={0}
          min={column.min}
          max={column.max}
        />
      );
    case "fen":
      return <MoneyInput {...props} withCapital />;
    case "ppm":
      return <PercentInput {...props} />;
    case "bool":
      return <BoolField {...props} label={label} />;
    case "dict":
    case "dicts":
      return <DictField {...props} column={column} />;
    case "date":
      return <DayField {...props} />;
    case "timestamp":
      return <MomentField {...props} />;
    case "image":
      return <Upload {...props} rootPath={rootPath} aria-label={label} />;
    case "images":
      return (
        <Upload {...props} rootPath={rootPath} limit={column.max ?? IMAGES} aria-label={label} />
      );
    case "file":
      return <Upload {...props} rootPath={rootPath} accept="*" maxSize="30m" aria-label={label} />;
    case "json":
      return <JsonField {...props} />;
    case "tags":
      return <TagInput {...props} />;
    case "ref":
      return (
        <RefSelect
          {...props}
          resource={column.ref ?? ""}
          known={knownText(column, record)}
          placeholder={`请选择${label}`}
        />
      );
    case "refs":
      return <RefsSelect {...props} resource={column.ref ?? ""} placeholder={`请选择${label}`} />;
    default:
      return (
        <Input
          {...props}
          maxLength={column.max}
          autoComplete="off"
          placeholder={`请输入${label}`}
        />
      );
  }
}

function BoolField({ value, label, ...props }: ControlProps & { label: string }) {
  return <Switch {...props} checked={value === true} aria-label={label} />;
}

function DictField({ column, value, ...props }: ControlProps & { column: ColumnMeta }) {
  const options = useDict(column.dict).map(({ dictValue, dictLabel }) => ({
    value: dictValue,
    label: dictLabel,
  }));
  // A radio cannot be cleared, so it serves only where there is always a value.
  const isAlwaysSet = column.isMust || column.default !== undefined;
  const isFew = options.length > 1 && options.length <= AS_RADIO;
  if (column.kind === "dict" && isAlwaysSet && isFew) {
    return (
      <Radio.Group
        {...props}
        value={value}
        options={options}
        onChange={(event) => props.onChange?.(event.target.value)}
      />
    );
  }
  return (
    <Select
      {...props}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={`请选择${column.label}`}
      value={value}
      options={options}
      {...(column.kind === "dicts" ? { mode: "multiple" as const } : {})}
    />
  );
}

/** The record already says what its reference is called. */
function knownText({ prop, show }: ColumnMeta, record: Row | null): ReadonlyMap<number, string> {
  const id = record?.[prop];
  const text = show ? record?.[show] : undefined;
  return new Map(typeof id === "number" && typeof text === "string" ? [[id, text]] : []);
}
