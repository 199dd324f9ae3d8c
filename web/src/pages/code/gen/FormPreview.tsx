import { Form } from "antd";
import { useId, useState } from "react";
import type { ResourceMeta } from "@/api/resources";
import { FormFields } from "@/crud/form/FormFields";
import "@/crud/form/resourceForm.css";

const WIDE_FROM = 8;
const NO_OVERRIDES = {};

/** The form as the product would draw it; what is tried out in it goes nowhere. */
export function FormPreview({ meta }: { meta: ResourceMeta }) {
  const name = useId();
  const fields = meta.columns.filter(({ isForm, isReadOnly }) => isForm && !isReadOnly);
  const isWide = fields.length > WIDE_FROM || fields.some(({ kind }) => kind === "richText");
  // Other kinds of a field hold other values: what was tried out goes with them.
  const shape = fields.map(({ prop, kind }) => `${prop}:${kind}`).join();
  const [initial] = useState(() => defaultsOf(meta));
  if (fields.length === 0) return <p className="muted">没有在表单中填写的字段。</p>;
  return (
    <Form
      key={shape}
      component="div"
      className={isWide ? "gen-form gen-form-wide" : "gen-form"}
      name={name}
      layout={isWide ? "vertical" : "horizontal"}
      labelCol={isWide ? undefined : { flex: "104px" }}
      initialValues={initial}
    >
      <FormFields columns={fields} record={null} overrides={NO_OVERRIDES} isWide={isWide} />
    </Form>
  );
}

function defaultsOf({ columns }: ResourceMeta) {
  return Object.fromEntries(columns.map((column) => [column.prop, column.default]));
}
