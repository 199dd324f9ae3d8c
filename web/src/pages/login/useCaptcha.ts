import { useRef, useState } from "react";
import { anyCaptcha, captchaFor, type Captcha } from "./login";

/** The captcha of a sign-in: asked for before the try, so that no right password fails for want of one. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  /** Asked for, whether or not its picture has come. */
  const [isNeeded, setNeeded] = useState(false);
  const asked = useRef(0);

  /** Answers whether a captcha is needed now; when nobody can tell, what was true before stays. */
  async function look(find: () => Promise<Captcha | null>): Promise<boolean> {
    const turn = ++asked.current;
    try {
      const found = await find();
      if (turn !== asked.current) return found !== null;
      setCaptcha(found);
      setNeeded(found !== null);
      return found !== null;
    } catch {
      if (turn === asked.current) setCaptcha(null);
      return isNeeded;
    }
  }

  return {
    captcha,
    isNeeded,
    /** Asks for a name that was typed. */
    askFor: (loginName: string) => look(() => captchaFor(loginName)),
    /** The server said that it wants one, or the old picture is spent or unreadable. */
    renew: () => {
      setNeeded(true);
      return look(anyCaptcha);
    },
  };
}
