import { Form, type FormRule } from "antd";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import type { ColumnMeta } from "@/api/resources";
import type { PropOf, Row } from "@/crud/column";
import { FormControl } from "./FormControl";
import { formRules, maskedRule } from "./formRules";
import type { Values } from "./formValues";

/** What a form holds so far; fields it does not have cannot be asked for. */
export type Filled<R> = { readonly [K in keyof R]?: unknown };

export interface FieldOverride<R = Values> {
  label?: string;
  hint?: ReactNode;
  /** Takes the control's place; it gets value and onChange. */
  control?: ReactElement<{ disabled?: boolean }>;
  rules?: FormRule[];
  /** Replaces the definition's own mark. */
  isMust?: boolean;
  /** Left out of the form while this says so, and of what is sent. */
  isHidden?(values: Filled<R>): boolean;
  /** Shown, but not to be filled in while this says so; its rules rest too. */
  isDisabled?(values: Filled<R>): boolean;
  isFullWidth?: boolean;
  /** Comes after all other fields. */
  isLast?: boolean;
  isEditOnly?: boolean;
  /** In the form though the definition leaves it out: values another table holds. */
  isForm?: boolean;
}

/** What a page changes about single fields; false leaves one out. */
export type FieldOverrides<R = Values> = { [K in PropOf<R>]?: FieldOverride<R> | false };

/** Fields under one heading, in this order. */
export interface FieldGroup<R = Row> {
  title: string;
  props: readonly PropOf<R>[];
}

interface Props {
  columns: readonly ColumnMeta[];
  record: Row | null;
  overrides: FieldOverrides;
  isWide: boolean;
  groups?: readonly FieldGroup[] | undefined;
}

const LONG = new Set(["longText", "richText", "images", "json", "refs"]);

export function FormFields({ groups, ...props }: Props) {
  if (!groups) return <Fields {...props} />;
  return inGroups(props.columns, groups).map(({ title, columns }) => (
    <fieldset key={title} className="form-group">
      <legend>{title}</legend>
      <Fields {...props} columns={columns} />
    </fieldset>
  ));
}

/** A column that no group names ends up in the last one: nothing gets lost when a definition grows. */
function inGroups(columns: readonly ColumnMeta[], groups: readonly FieldGroup[]) {
  const named = new Set(groups.flatMap(({ props }) => props));
  const rest = columns.filter(({ prop }) => !named.has(prop));
  const byProp = new Map(columns.map((column) => [column.prop, column]));
  return groups
    .map(({ title, props }, index) => {
      const own = props.flatMap((prop) => byProp.get(prop) ?? []);
      return { title, columns: index === groups.length - 1 ? [...own, ...rest] : own };
    })
    .filter((group) => group.columns.length > 0);
}

function Fields({ columns, record, overrides, isWide }: Omit<Props, "groups">) {
  return (
    <div className={isWide ? "form-grid" : undefined}>
      {columns.map((column) => {
        const override = overrides[column.prop] || {};
        const isLong = override.isFullWidth ?? LONG.has(column.kind);
        return (
          <Field
            key={column.prop}
            column={column}
            record={record}
            override={override}
            isLong={isLong}
          />
        );
      })}
    </div>
  );
}

/** A masked value is not what is stored: leaving it alone leaves the stored one alone. */
function hintOf({ kind, prop }: ColumnMeta, record: Row | null): string | undefined {
  return kind === "secret" && record?.[prop] ? "不修改请保持原样" : undefined;
}

interface FieldProps {
  column: ColumnMeta;
  record: Row | null;
  override: FieldOverride;
  isLong: boolean;
}

function Field({ column, record, override, isLong }: FieldProps) {
  const { isHidden, isDisabled, control } = override;
  const isAway = Form.useWatch((values: Values) => isHidden?.(values) ?? false) ?? false;
  const isOff = Form.useWatch((values: Values) => isDisabled?.(values) ?? false) ?? false;
  if (isAway) return null;
  const { label = column.label, isMust = column.isMust } = override;
  const marked = { ...column, label, isMust };
  const rules = [...formRules(marked), ...(override.rules ?? [])];
  if (column.kind === "secret") rules.push(maskedRule(record?.[column.prop]));
  const disabled = isOff || (column.isCreateOnly && record !== null);
  return (
    <Form.Item
      name={column.prop}
      label={label}
      className={isLong ? "form-long" : undefined}
      rules={disabled ? [] : rules}
      required={isMust && column.kind !== "bool"}
      extra={override.hint ?? column.hint ?? hintOf(column, record)}
    >
      {control ? (
        disabled ? (
          cloneElement(control, { disabled })
        ) : (
          control
        )
      ) : (
        <FormControl column={marked} record={record} disabled={disabled} />
      )}
    </Form.Item>
  );
}
