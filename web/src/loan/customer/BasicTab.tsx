import { Button, Descriptions } from "antd";
import type { DescriptionsItemType } from "antd/es/descriptions";
import { useState } from "react";
import type { ColumnMeta } from "@/api/resources";
import type { Row } from "@/crud/column";
import { ResourceForm } from "@/crud/lazyDialogs";
import { metaOf } from "@/crud/metaOf";
import { useRefresh } from "@/crud/verb/useRefresh";
import { fenToYuan } from "@/lib/money";
import { usePermitted } from "@/lib/session";
import { DictTag } from "@/widgets/DictTag";
import { Loaded } from "@/widgets/Loaded";
import { MaskedValue } from "@/widgets/MaskedValue";
import { TOUCHED, useBasic, type Customer } from "./customerQueries";
import { NoRecord } from "./NoRecord";

const BASIC = metaOf("app/user/jibenxinxi");
const CUSTOMER = metaOf("app/user");
const OWN = new Set([
  "userNo",
  "phone",
  "qudaoId",
  "mendian",
  "jifen",
  "state",
  "isSuoding",
  "lastLoginTime",
  "createTime",
  "beizhu",
]);
const LEFT_OUT = new Set(["userId", "phone", "isMy", "isMyCustom", "isMyMendian", "isSuoding"]);

/** A form for what is not there yet. */
const NEW = { row: null };

/** 基础信息: every field of the record, three to a line. */
export function BasicTab({ customer }: { customer: Customer }) {
  const mayLook = usePermitted(["app:user:jibenxinxi:query"]);
  const mayEdit = usePermitted(["app:user:jibenxinxi:edit"]) && customer.isMy;
  const mayAdd = usePermitted(["app:user:jibenxinxi:add"]) && customer.isMy;
  const basic = useBasic(customer.id, mayLook);
  const [form, setForm] = useState<{ row: Row | null } | null>(null);
  const refresh = useRefresh();
  const own = CUSTOMER.columns.filter(({ prop }) => OWN.has(prop));
  const known = BASIC.columns.filter(
    ({ prop, isList, isForm }) =>
      (isList || isForm) && !LEFT_OUT.has(prop) && prop !== "createTime",
  );
  return (
    <div className="customer-pane">
      <Descriptions size="small" column={3} items={itemsOf(own, customer, "app/user")} />
      {mayLook ? (
        <Loaded query={basic} rows={5}>
          {(record) =>
            record.id ? (
              <>
                <div className="customer-bar">
                  <h3>本人填报</h3>
                  {mayEdit ? (
                    <Button onClick={() => setForm({ row: { ...record } as Row })}>
                      修改基础信息
                    </Button>
                  ) : null}
                </div>
                <Descriptions
                  size="small"
                  column={3}
                  items={itemsOf(known, { ...record } as Row, BASIC.path)}
                />
              </>
            ) : (
              <NoRecord
                what="基础信息"
                action={mayAdd ? { text: "填写基础信息", onClick: () => setForm(NEW) } : undefined}
              />
            )
          }
        </Loaded>
      ) : null}
      {form ? (
        <ResourceForm
          meta={BASIC}
          row={form.row}
          fields={{ userId: false }}
          {...(form.row ? {} : { fixed: { userId: customer.id } })}
          onClose={() => setForm(null)}
          onSaved={() => {
            setForm(null);
            void refresh(TOUCHED);
          }}
        />
      ) : null}
    </div>
  );
}

function itemsOf(columns: readonly ColumnMeta[], row: Row, path: string): DescriptionsItemType[] {
  return columns.map((column) => ({
    key: column.prop,
    label: column.label,
    children: <FieldValue column={column} row={row} path={path} />,
  }));
}

/** One value as its column says; nothing is a dash. */
function FieldValue({ column, row, path }: { column: ColumnMeta; row: Row; path: string }) {
  const value = row[column.prop];
  if (value === null || value === undefined || value === "")
    return <span className="muted">—</span>;
  switch (column.kind) {
    case "secret":
      return (
        <MaskedValue
          resource={path}
          id={row.id}
          field={column.prop}
          label={column.label}
          masked={String(value)}
        />
      );
    case "dict":
      return <DictTag dict={column.dict ?? ""} value={String(value)} />;
    case "fen":
      return `${fenToYuan(Number(value))} 元`;
    case "bool":
      return value ? "是" : "否";
    case "ref":
      return String((column.show && row[column.show]) ?? value);
    default:
      return String(value);
  }
}
