import { Button, Modal } from "antd";
import { useFocusReturn } from "@/lib/DialogFocus";
import { copyText } from "@/lib/copy";
import "./oneTimePassword.css";

interface Props {
  name: string;
  account: string;
  password: string;
  onClose: () => void;
}

/** A generated password is told once and kept nowhere: closing this dialog loses it for good. */
export function OneTimePassword({ name, account, password, onClose }: Props) {
  useFocusReturn();
  return (
    <Modal
      open
      title={`${name} 的登录密码`}
      width={500}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={[
        <Button key="copy" type="primary" autoFocus onClick={() => void copyText(password)}>
          复制
        </Button>,
        <Button key="close" onClick={onClose}>
          我已记下
        </Button>,
      ]}
    >
      <p>
        账号 <strong>{account}</strong>
      </p>
      <output className="one-time-password">{password}</output>
      <p>只显示这一次，请立即告知本人。首次登录后须修改密码。</p>
    </Modal>
  );
}
