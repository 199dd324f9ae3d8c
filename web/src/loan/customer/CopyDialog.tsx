import { Form, Input } from "antd";
import { useState } from "react";
import { download } from "@/api/client";
import { useRefresh } from "@/crud/verb/useRefresh";
import { Dialog } from "@/lib/Dialog";
import { said } from "@/loan/verbs/rules";
import { TOUCHED, type Customer } from "./customerQueries";

/** As much as the access log keeps. */
const MAX_LENGTH = 200;

interface Props {
  customer: Customer;
  onClose: () => void;
}

/** 提供资料副本: everything kept about a customer, for the customer; written down with its reason. */
export function CopyDialog({ customer, onClose }: Props) {
  const [form] = Form.useForm<{ yuanyin: string }>();
  const [isTouched, setTouched] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const refresh = useRefresh();

  async function give({ yuanyin }: { yuanyin: string }) {
    if (isRunning) return;
    setRunning(true);
    try {
      const body = { userId: customer.id, yuanyin: yuanyin.trim() };
      const fileName = `客户${customer.userNo}资料副本.zip`;
      await download("/api/app/user/fuben", undefined, fileName, { method: "POST", body });
      void refresh(TOUCHED);
      onClose();
    } catch {
      // The call has said why.
      setRunning(false);
    }
  }

  return (
    <Dialog
      title={`提供 ${customer.nickName} 的资料副本`}
      isDirty={isTouched}
      isBusy={isRunning}
      ok={{ text: "下载副本", onClick: form.submit }}
      onClose={onClose}
    >
      <p className="verb-sentence">
        压缩包里是该客户的全部资料和文件，不遮盖，请只交给客户本人。通讯录、短信和紧急联系人属于他人，不在其中。
      </p>
      <Form
        form={form}
        layout="vertical"
        onValuesChange={() => setTouched(true)}
        onFinish={(values) => void give(values)}
      >
        <Form.Item
          name="yuanyin"
          label="提供原因"
          rules={said("请填写提供副本的原因")}
          extra="计入查看敏感信息的次数，并记入敏感信息查看记录"
        >
          <Input.TextArea rows={2} maxLength={MAX_LENGTH} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
