import { Button, Form } from "antd";
import { useState } from "react";
import { useVerb } from "@/crud/verb/useVerb";
import { useTabDirty } from "@/lib/tabScope";
import { usePermitted } from "@/lib/session";
import { MaskedValue } from "@/widgets/MaskedValue";
import { TagInput } from "@/widgets/TagInput";
import { Upload } from "@/widgets/Upload";
import { TOUCHED, type Customer } from "./customerQueries";

const MOST_FILES = 20;

interface Values {
  yongguophones: string[];
  xinyongFile: string;
}

/** 信用: phones used and up to twenty files. What was saved comes back as everyone sees it. */
export function CreditTab({ customer }: { customer: Customer }) {
  return <CreditForm key={customer.banbenSuo} customer={customer} />;
}

function CreditForm({ customer }: { customer: Customer }) {
  const canEdit = usePermitted(["app:user:info"]) && customer.isMy;
  const [isTouched, setTouched] = useState(false);
  useTabDirty(isTouched);
  const verb = useVerb("POST /app/user/admin/editInfo", {
    isBare: true,
    body: ({ yongguophones, xinyongFile }: Values) => ({
      userId: customer.id,
      banbenSuo: customer.banbenSuo,
      yongguophones: yongguophones.join(","),
      xinyongFile,
    }),
    refreshes: TOUCHED,
    onDone: () => setTouched(false),
  });
  const phones = customer.yongguophones?.split(",").filter(Boolean) ?? [];
  return (
    <Form<Values>
      className="customer-pane"
      form={verb.form}
      layout="vertical"
      disabled={!canEdit}
      initialValues={{ yongguophones: phones, xinyongFile: customer.xinyongFile ?? "" }}
      onValuesChange={() => setTouched(true)}
      onFinish={verb.submit}
    >
      <Form.Item
        name="yongguophones"
        label="用过的手机号"
        extra={canEdit ? "输入完整号码后回车；已有的号码保持原样" : undefined}
      >
        <TagInput disabled={!canEdit} placeholder={canEdit ? "输入后回车" : "没有"} />
      </Form.Item>
      {customer.yongguophones ? (
        <p className="muted">
          查看完整号码：
          <MaskedValue
            resource="app/user"
            id={customer.id}
            field="yongguophones"
            label="用过的手机号"
            masked={customer.yongguophones}
          />
        </p>
      ) : null}
      <Form.Item name="xinyongFile" label={`信用文件（最多 ${MOST_FILES} 个）`}>
        <Upload
          rootPath="xinyong"
          limit={MOST_FILES}
          maxSize="10m"
          disabled={!canEdit}
          aria-label="信用文件"
        />
      </Form.Item>
      {canEdit ? (
        <Button type="primary" htmlType="submit" loading={verb.isSending} disabled={!isTouched}>
          保存信用信息
        </Button>
      ) : null}
    </Form>
  );
}
