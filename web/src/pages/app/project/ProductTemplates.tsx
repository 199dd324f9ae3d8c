import { Button, Form, type FormInstance } from "antd";
import type { Values } from "@/crud/form/formValues";
import { TEMPLATES } from "./templates";

/** Common products to begin with, while a new one has no name yet. */
export function ProductTemplates({ form }: { form: FormInstance<Values> }) {
  const name: unknown = Form.useWatch("mingcheng", form);
  if (name) return null;
  return (
    <section className="product-templates" aria-label="常见产品">
      <h3>从常见产品开始</h3>
      <div>
        {TEMPLATES.map(({ title, values }) => (
          <Button key={title} size="small" onClick={() => form.setFieldsValue(values)}>
            {title}
          </Button>
        ))}
      </div>
      <p className="muted">填好的条件都可以再改。</p>
    </section>
  );
}
