import type { FormInstance } from "antd";
import { ApiError } from "@/api/client";

/** Puts the server's field messages under their fields and moves to the first one. */
export function showFieldErrors(form: FormInstance, error: unknown) {
  if (!(error instanceof ApiError) || !error.fields) return;
  const fields = Object.entries(error.fields);
  form.setFields(fields.map(([name, text]) => ({ name, errors: [text] })));
  const first = fields[0];
  if (first) form.scrollToField(first[0], { focus: true });
}
