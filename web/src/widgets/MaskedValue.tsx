import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { useEffect, useState } from "react";
import { call, messageOf, quiet } from "../api/client";
import { toast } from "../lib/feedback";
import { usePermitted } from "../lib/session";
import "./buttons.css";
import "./masked.css";

/** A revealed value goes back behind its mask after this time. */
export const REVEAL_MS = 30_000;

interface Props {
  /** Path of the resource, such as "app/user". */
  resource: string;
  id: number;
  field: string;
  masked: string;
  /** Written to the access log beside who looked and when. */
  reason?: string;
}

/** A masked value with an eye: one value at a time, asked of the server, which writes it down. */
export function MaskedValue({ resource, id, field, masked, reason = "业务办理" }: Props) {
  const canReveal = usePermitted(["app:mingan:chakan"]);
  const [revealed, setRevealed] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    if (revealed === null) return;
    const timer = setTimeout(() => setRevealed(null), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [revealed]);

  async function reveal() {
    setAsking(true);
    try {
      const body = { ziyuan: resource, id, ziduan: field, yuanyin: reason };
      const { zhi } = await call<{ zhi: string }>("POST", "/api/app/mingan/chakan", {
        ...quiet,
        body,
      });
      setRevealed(zhi);
    } catch (error) {
      toast.warning(messageOf(error));
    } finally {
      setAsking(false);
    }
  }

  if (!masked.includes("*") || !canReveal) return masked;
  const isShown = revealed !== null;
  return (
    <span className="masked">
      <span className={isShown ? "masked-value masked-shown" : "masked-value"}>
        {revealed ?? masked}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={isShown ? "隐藏" : "查看完整内容"}
        aria-pressed={isShown}
        disabled={isAsking}
        onClick={() => (isShown ? setRevealed(null) : void reveal())}
      >
        {isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
      </button>
    </span>
  );
}
