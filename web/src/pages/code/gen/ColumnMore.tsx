import { Checkbox, Form, Input, InputNumber, Select } from "antd";
import { useId, useState } from "react";
import { cells } from "@/api/tools.gen";
import type { GenColumn } from "@/api/types.gen";
import { Dialog } from "@/lib/Dialog";
import type { EditedColumn } from "./columns";
import { CELL_LABELS } from "./kinds";

type Values = Pick<
  GenColumn,
  "isUnique" | "isZhidu" | "danyuange" | "maxLength" | "min" | "max" | "moren" | "tishi"
>;

interface Props {
  column: EditedColumn;
  onSave: (part: Partial<GenColumn>) => void;
  onClose: () => void;
}

const CELLS = [
  { value: "", label: "按类型" },
  ...cells.map((cell) => ({ value: cell as string, label: CELL_LABELS[cell] })),
];
const PLAIN = /^[\w\-.[\] :]*$/;

/** The settings of a column that are rarely touched. */
export function ColumnMore({ column, onSave, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const name = useId();
  const [isDirty, setDirty] = useState(false);
  const { fieldType } = column;
  const hasBounds = fieldType === "int" || fieldType === "ppm";
  return (
    <Dialog
      title={`${column.label || column.columnName || "新字段"}的更多设置`}
      isDirty={isDirty}
      ok={{ text: "应用", onClick: form.submit }}
      onClose={onClose}
    >
      <Form<Values>
        form={form}
        name={name}
        labelCol={{ flex: "92px" }}
        initialValues={column}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => onSave({ ...values, moren: values.moren || null })}
      >
        {column.columnType ? (
          <Form.Item label="数据库类型">
            {column.columnType}
            {column.columnComment ? `（${column.columnComment}）` : ""}
          </Form.Item>
        ) : null}
        <Form.Item name="tishi" label="填写提示">
          <Input maxLength={100} placeholder="显示在表单控件下方" />
        </Form.Item>
        <Form.Item
          name="moren"
          label="默认值"
          rules={[{ pattern: PLAIN, message: "只能由字母、数字、空格和 _-.:[] 组成" }]}
        >
          <Input maxLength={50} />
        </Form.Item>
        {fieldType === "images" ? (
          <Form.Item name="maxLength" label="最多张数">
            <InputNumber className="form-number" precision={0} min={1} max={50} />
          </Form.Item>
        ) : null}
        {fieldType === "int" ? (
          <Form.Item name="min" label="最小值">
            <InputNumber className="form-number" precision={0} />
          </Form.Item>
        ) : null}
        {hasBounds ? (
          <Form.Item name="max" label={fieldType === "ppm" ? "最大值(ppm)" : "最大值"}>
            <InputNumber className="form-number" precision={0} />
          </Form.Item>
        ) : null}
        <Form.Item name="danyuange" label="列表显示">
          <Select options={CELLS} />
        </Form.Item>
        <Form.Item name="isUnique" label="唯一" valuePropName="checked">
          <Checkbox>不能有两条记录相同</Checkbox>
        </Form.Item>
        <Form.Item name="isZhidu" label="只读" valuePropName="checked">
          <Checkbox>由程序写入，不在表单中填写</Checkbox>
        </Form.Item>
        <input type="submit" hidden aria-label="应用" />
      </Form>
    </Dialog>
  );
}
