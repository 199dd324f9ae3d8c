import { LockOutlined, SafetyOutlined, UserOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useEffect, useState, type FormEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { messageOf } from "@/api/client";
import { wantFocus } from "@/lib/arrival";
import { toast } from "@/lib/feedback";
import { setToken, setUser } from "@/lib/session";
import { companyName, login, needsCaptcha } from "./login";
import "./login.css";
import { useCaptcha } from "./useCaptcha";

const askYzm = "请输入验证码";

function LoginForm({ onDone }: { onDone: () => void }) {
  const [loginName, setLoginName] = useState("");
  const [password, setPassword] = useState("");
  const [yzm, setYzm] = useState("");
  const { captcha, isNeeded, askFor, renew } = useCaptcha();
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  const missing = () => {
    if (!loginName.trim()) return "请输入账号";
    if (!password) return "请输入密码";
    return isNeeded && !yzm.trim() ? askYzm : "";
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = missing();
    setError(words);
    if (words || isBusy) return;
    setBusy(true);
    const name = loginName.trim();
    try {
      // Somebody else may have failed at this address since the name was typed.
      if (!isNeeded && (await askFor(name))) {
        setError(askYzm);
        return;
      }
      const { token, user, isGaimi } = await login({
        loginName: name,
        password,
        ...(isNeeded ? { yzmId: captcha?.yzmId ?? "", yzm: yzm.trim() } : {}),
      });
      setToken(token);
      setUser({ ...user, isGaimi });
      wantFocus();
      onDone();
    } catch (failure) {
      setError(messageOf(failure));
      toast.warning(messageOf(failure));
      setYzm("");
      // Every failed try spends its captcha.
      if (isNeeded || needsCaptcha(failure)) await renew();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="login-form" onSubmit={(event) => void submit(event)} noValidate>
      <h2>登录</h2>
      <label htmlFor="loginName">账号</label>
      <Input
        id="loginName"
        autoComplete="username"
        autoFocus
        maxLength={20}
        prefix={<UserOutlined />}
        value={loginName}
        onChange={(event) => setLoginName(event.target.value)}
        onBlur={() => void (loginName.trim() && askFor(loginName.trim()))}
      />
      <label htmlFor="password">密码</label>
      <Input.Password
        id="password"
        autoComplete="current-password"
        maxLength={128}
        prefix={<LockOutlined />}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isNeeded && (
        <>
          <label htmlFor="yzm">验证码</label>
          <div className="login-captcha">
            <Input
              id="yzm"
              autoComplete="off"
              maxLength={8}
              prefix={<SafetyOutlined />}
              value={yzm}
              onChange={(event) => setYzm(event.target.value)}
            />
            <button
              type="button"
              className="captcha"
              aria-label="验证码图片，点击换一张"
              onClick={() => void renew()}
            >
              {captcha ? <img src={captcha.tupian} alt="" /> : "点击重试"}
            </button>
          </div>
        </>
      )}
      <p className="login-error" role="alert">
        {error}
      </p>
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        登录
      </Button>
    </form>
  );
}

/** The program's own name until the company's is known, and where it has none. */
function useCompanyName(): string {
  const { data } = useQuery({ queryKey: ["companyName"], queryFn: companyName });
  return data || "掌柜";
}

/** `isKept`: somebody's session ended in the middle of a form, which waits for them. */
export default function LoginPage({ isKept = false }: { isKept?: boolean }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const company = useCompanyName();
  useEffect(() => {
    document.title = `登录 - ${company}`;
  }, [company]);
  return (
    <main className="login">
      <section className="login-side">
        <span className="login-seal" aria-hidden="true">
          掌
        </span>
        <h1>{company}</h1>
        <p>每一笔借出，每一分归还，都有据可查。</p>
      </section>
      <section className="login-main">
        <div className="login-box">
          {isKept && (
            <p className="login-kept" role="status">
              登录已失效，没有保存的内容还留着：用原来的账号重新登录就会回来，换别的账号登录则不再保留。
            </p>
          )}
          {/* The guard leads on: to the page that was asked for, or to the home page. */}
          <LoginForm onDone={() => void navigate(`/login${search}`, { replace: true })} />
        </div>
      </section>
    </main>
  );
}
