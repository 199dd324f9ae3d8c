import { Button, Form, Input } from "antd";
import { useState } from "react";
import { showFieldErrors } from "../../lib/formErrors";
import { useSession } from "../../lib/session";
import { savePassword, type PasswordAsk } from "./profileApi";

export function PasswordForm() {
  const [form] = Form.useForm<PasswordAsk>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (values: PasswordAsk) => {
    setBusy(true);
    try {
      const wasDemanded = useSession.getState().user.isGaimi === true;
      await savePassword(values);
      form.resetFields();
      // Everything that was refused until now has to be fetched: start afresh.
      if (wasDemanded) location.reload();
    } catch (error) {
      showFieldErrors(form, error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form
      form={form}
      layout="vertical"
      className="profile-form"
      onFinish={(values) => void submit(values)}
    >
      <Form.Item
        name="oldPassword"
        label="当前密码"
        rules={[{ required: true, message: "请输入当前密码" }]}
      >
        <Input.Password maxLength={128} autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        dependencies={["oldPassword"]}
        rules={[
          { required: true, message: "请输入新密码" },
          { min: 8, message: "新密码至少 8 位" },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              value && value === getFieldValue("oldPassword")
                ? Promise.reject(new Error("新密码不能与当前密码相同"))
                : Promise.resolve(),
          }),
        ]}
      >
        <Input.Password maxLength={128} autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label="确认新密码"
        dependencies={["newPassword"]}
        rules={[
          { required: true, message: "请再输入一次新密码" },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              !value || value === getFieldValue("newPassword")
                ? Promise.resolve()
                : Promise.reject(new Error("两次输入的新密码不一致")),
          }),
        ]}
      >
        <Input.Password maxLength={128} autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        修改密码
      </Button>
    </Form>
  );
}
