import { Button, Form, Input } from "antd";
import { useState } from "react";
import { showFieldErrors } from "@/lib/formErrors";
import { toastAfterReload } from "@/lib/feedback";
import { setUser, useSession } from "@/lib/session";
import { useTabSearch } from "@/lib/tabScope";
import { savePassword, type PasswordAsk } from "./profileApi";

/** What the server asks of every new password, said before it refuses one. */
const RULES =
  "至少 8 位，包含大写字母、小写字母、数字、符号中的三种；不能包含账号，不能与原密码相同。安全设置更严格时至少 12 位。";

/** Sign-in knows the way on: to the page that was asked for, or to the home page. */
function startAfresh(wanted: string | null) {
  const { user } = useSession.getState();
  setUser({ ...user, isGaimi: false });
  toastAfterReload("密码已修改");
  location.hash = `#/login${wanted ? `?${new URLSearchParams({ redirect: wanted })}` : ""}`;
  location.reload();
}

export function PasswordForm() {
  const [params] = useTabSearch();
  const [form] = Form.useForm<PasswordAsk>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (values: PasswordAsk) => {
    setBusy(true);
    try {
      const wasDemanded = useSession.getState().user.isGaimi === true;
      await savePassword(values);
      form.resetFields();
      // Everything that was refused until now has to be fetched: start afresh.
      if (wasDemanded) startAfresh(params.get("redirect"));
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
        label="原密码"
        rules={[{ required: true, message: "请输入原密码" }]}
      >
        <Input.Password maxLength={128} autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={RULES}
        dependencies={["oldPassword"]}
        rules={[
          { required: true, message: "请输入新密码" },
          { min: 8, message: "新密码至少 8 位" },
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              value && value === getFieldValue("oldPassword")
                ? Promise.reject(new Error("新密码不能与原密码相同"))
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
