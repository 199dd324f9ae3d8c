import { Checkbox, Form, Input, Radio } from "antd";
import type { RowOf } from "@/crud/column";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";

interface Values {
  state: "YICHULI" | "YIGUANBI";
  huifu?: string;
  isTongzhi?: boolean;
}

interface Props {
  feedback: RowOf<"app/fankui">;
  onClose: () => void;
}

/** 回复: how a feedback ends, what is answered, and whether whoever gave it is told. */
export function AnswerDialog({ feedback, onClose }: Props) {
  const hasCustomer = feedback.userId !== null;
  const verb = useVerb("POST /app/fankui/editState", {
    body: (values: Values) => ({ id: feedback.id, ...values }),
    refreshes: ["app/fankui", "app/tongzhi"],
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="回复反馈"
      okText="保存处理结果"
      initialValues={{ state: "YICHULI", isTongzhi: hasCustomer }}
      onClose={onClose}
      intro={<p>{feedback.neirong}</p>}
    >
      <Form.Item name="state" label="处理结果">
        <Radio.Group
          options={[
            { value: "YICHULI", label: "已处理" },
            { value: "YIGUANBI", label: "关闭，不处理" },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="huifu"
        label="回复"
        dependencies={["state"]}
        rules={[
          ({ getFieldValue }) => ({
            required: getFieldValue("state") === "YICHULI",
            whitespace: true,
            message: "已处理时请填写回复",
          }),
        ]}
      >
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="isTongzhi" label="通知" valuePropName="checked">
        <Checkbox disabled={!hasCustomer}>
          {hasCustomer ? "以站内信告诉客户" : "匿名反馈，没有可以通知的客户"}
        </Checkbox>
      </Form.Item>
    </VerbDialog>
  );
}
