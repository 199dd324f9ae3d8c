import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Form, type FormInstance } from "antd";
import { useEffect } from "react";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import { TemplateText } from "./TemplateText";

const forms: FormInstance[] = [];

function Held() {
  const [form] = Form.useForm();
  useEffect(() => void forms.push(form), [form]);
  return (
    <Form form={form} initialValues={{ neirong: "一\n{% if x %}" }}>
      <Form.Item name="neirong" label="模板内容">
        <TemplateText />
      </Form.Item>
    </Form>
  );
}

it("shows what the server refused at its line, and leads there", async () => {
  const { container } = render(<Held />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "模板内容" });
  expect(container.querySelectorAll("[data-flaw]")).toHaveLength(0);
  act(() =>
    forms.at(-1)?.setFields([{ name: "neirong", errors: ["第2行：语法错误，缺少标签的结尾"] }]),
  );
  const line = container.querySelector("[data-flaw]");
  expect(line?.getAttribute("data-number")).toBe("2");
  expect(line?.getAttribute("data-flaw")).toBe("语法错误，缺少标签的结尾");
  field.scrollTo = () => {};
  await userEvent.click(screen.getByRole("button", { name: "转到第 2 行" }));
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 12]);
});

it("takes what is typed", async () => {
  render(<Held />);
  const field = screen.getByRole("textbox", { name: "模板内容" });
  await userEvent.clear(field);
  await userEvent.type(field, "二");
  expect(forms.at(-1)?.getFieldValue("neirong")).toBe("二");
});
