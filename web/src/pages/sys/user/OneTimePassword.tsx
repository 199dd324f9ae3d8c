import { Button } from "antd";
import { Dialog } from "@/lib/Dialog";
import { copyText } from "@/lib/copy";
import "./oneTimePassword.css";

export interface Issued {
  name: string;
  account: string;
  password: string;
}

interface Props extends Issued {
  onClose: () => void;
}

/** A generated password is told once and kept nowhere: closing this dialog loses it for good. */
export function OneTimePassword({ name, account, password, onClose }: Props) {
  return (
    <Dialog
      title={`${name} 的登录密码`}
      isLocked
      footer={
        <>
          <Button type="primary" onClick={() => void copyText(password)}>
            复制
          </Button>
          <Button onClick={onClose}>我已记下</Button>
        </>
      }
      onClose={onClose}
    >
      <p>
        账号 <strong>{account}</strong>
      </p>
      <output className="one-time-password">{password}</output>
      <p>只显示这一次，请立即告知本人。首次登录后须修改密码。</p>
    </Dialog>
  );
}
