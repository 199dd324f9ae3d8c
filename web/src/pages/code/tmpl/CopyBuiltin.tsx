import { Form, Input } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";

interface Values {
  muban: string;
}

/** 复制内置模板: the program's own templates in a group of one's own, to be changed there. */
export function CopyBuiltin({ onClose }: { onClose: () => void }) {
  const verb = useVerb("POST /code/tmpl/neizhi", {
    body: ({ muban }: Values) => ({ muban: muban.trim() }),
    refreshes: ["code/tmpl"],
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title="复制内置模板"
      okText="复制"
      intro={
        <p>
          把内置的一组模板复制到一个模板组，在那里修改。组中同名的模板会恢复为内置内容，原来的内容保留在历史版本中。
        </p>
      }
      onClose={onClose}
    >
      <Form.Item
        name="muban"
        label="模板组"
        rules={[{ required: true, whitespace: true, message: "请输入模板组" }]}
      >
        <Input maxLength={30} placeholder="如 本公司" autoComplete="off" />
      </Form.Item>
    </VerbDialog>
  );
}
