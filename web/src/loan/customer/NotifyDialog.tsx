import { Form, Input } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { DictSelect } from "@/widgets/DictSelect";
import { whom, type Named } from "./whom";

interface Props {
  customers: readonly Named[];
  onDone: () => void;
  onClose: () => void;
}

interface Values {
  biaoti: string;
  neirong: string;
  type: string;
  tongdao: string;
}

/** 发送通知: the same words for each of some customers. */
export function NotifyDialog({ customers, onDone, onClose }: Props) {
  const verb = useVerb("POST /app/user/tongzhi", {
    body: (values: Values) => ({ userIds: customers.map(({ id }) => id), ...values }),
    refreshes: ["app/tongzhi", "app/user"],
    onDone,
  });
  return (
    <VerbDialog
      verb={verb}
      title={`通知 ${whom(customers)}`}
      okText="发送"
      initialValues={{ type: "XITONG", tongdao: "ZHANNEI" }}
      onClose={onClose}
    >
      <Form.Item name="biaoti" label="标题" rules={[{ required: true, message: "请输入标题" }]}>
        <Input maxLength={50} showCount />
      </Form.Item>
      <Form.Item name="neirong" label="内容" rules={[{ required: true, message: "请输入内容" }]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="type" label="类型">
        <DictSelect dict="tongzhi_type" />
      </Form.Item>
      <Form.Item name="tongdao" label="通道" extra="短信和推送在接通通道前为待发送">
        <DictSelect dict="tongzhi_tongdao" />
      </Form.Item>
    </VerbDialog>
  );
}
