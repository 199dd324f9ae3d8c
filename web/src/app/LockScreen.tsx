import { Button } from "antd";
import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { isCancelled, messageOf } from "@/api/client";
import { useScreenLock } from "@/lib/screenLock";
import { keepUnsaved } from "./kept";
import "./lockScreen.css";
import { unlockScreen } from "./screenLock";
import { signOut } from "./signOut";

/** 锁屏: covers everything until the password is given; what was being written waits behind it. */
export function LockScreen() {
  const isLocked = useScreenLock((state) => state.isLocked);
  return isLocked ? <Cover /> : null;
}

function Cover() {
  const nickName = useScreenLock((state) => state.nickName);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const [isSending, setSending] = useState(false);

  async function submit(password: string) {
    if (password === "" || isSending) return;
    setSending(true);
    setProblem("");
    try {
      await unlockScreen(password);
      // A page that was opened behind the cover has nothing yet.
      await revalidate();
    } catch (error) {
      if (isCancelled(error)) return;
      setProblem(messageOf(error));
      input.current?.select();
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="lock-screen" role="dialog" aria-modal aria-labelledby="lock-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(input.current?.value ?? "");
        }}
      >
        <h1 id="lock-title">屏幕已锁定</h1>
        <p>{nickName}</p>
        <p className="muted">输入登录密码继续，没有保存的内容还在</p>
        <input
          ref={input}
          type="password"
          name="password"
          aria-label="登录密码"
          placeholder="登录密码"
          autoComplete="current-password"
          maxLength={256}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing there is to do
          autoFocus
        />
        <p className="lock-problem" role="alert">
          {problem}
        </p>
        <Button type="primary" size="large" htmlType="submit" loading={isSending}>
          解锁
        </Button>
        <Button type="link" onClick={() => void signOut(navigate, keepUnsaved)}>
          退出登录
        </Button>
      </form>
    </div>
  );
}
