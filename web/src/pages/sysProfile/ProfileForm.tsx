import { Button, Form, Input, Radio } from "antd";
import { useState } from "react";
import { useUnsavedGuard } from "@/lib/useUnsavedGuard";
import { useDict } from "@/lib/dict";
import { showFieldErrors } from "@/lib/formErrors";
import { useSession } from "@/lib/session";
import { saveProfile, type ProfileAsk } from "./profileApi";

// The list shows the phone masked; what was not retyped is not sent back.
const isMasked = (text: string | null | undefined) => text?.includes("*") ?? false;

export function ProfileForm() {
  const user = useSession((state) => state.user);
  const sexes = useDict("sex");
  const [form] = Form.useForm<ProfileAsk>();
  const [isBusy, setBusy] = useState(false);
  // A session that ends while it is saved must not take what was typed.
  useUnsavedGuard(isBusy);

  const submit = async ({ phone, email, ...names }: ProfileAsk) => {
    const rest = { ...names, email: email || null };
    setBusy(true);
    try {
      await saveProfile(isMasked(phone) ? rest : { ...rest, phone: phone || null });
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
      initialValues={{
        nickName: user.nickName,
        phone: user.phone,
        email: user.email,
        sex: user.sex,
      }}
      onFinish={(values) => void submit(values)}
    >
      <Form.Item label="账号">
        <span>{user.loginName}</span>
      </Form.Item>
      <Form.Item
        name="nickName"
        label="昵称"
        rules={[{ required: true, whitespace: true, message: "请输入昵称" }]}
      >
        <Input maxLength={50} autoComplete="nickname" />
      </Form.Item>
      <Form.Item
        name="phone"
        label="手机号"
        rules={[{ pattern: /^(1\d{10}|[\d*]{0,11})$/, message: "请输入 11 位手机号" }]}
      >
        <Input maxLength={11} autoComplete="tel" />
      </Form.Item>
      <Form.Item
        name="email"
        label="邮箱"
        rules={[{ type: "email", message: "邮箱格式如 name@example.com" }]}
      >
        <Input maxLength={100} autoComplete="email" />
      </Form.Item>
      <Form.Item name="sex" label="性别">
        <Radio.Group
          options={sexes.map((item) => ({ value: item.dictValue, label: item.dictLabel }))}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        保存
      </Button>
    </Form>
  );
}
