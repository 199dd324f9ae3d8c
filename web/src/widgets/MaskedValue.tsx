import { EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { useEffect, useRef, useState } from "react";
import { call, messageOf, quiet } from "@/api/client";
import { toast } from "@/lib/feedback";
import { usePermitted } from "@/lib/session";
import { useTabInstance } from "@/lib/tabScope";
import { CopyButton } from "./CopyButton";
import { RevealReason } from "./RevealReason";
import "./buttons.css";
import "./masked.css";

/** A revealed value goes back behind its mask after this time. */
export const REVEAL_MS = 30_000;

interface Props {
  /** Path of the resource, such as "app/user". */
  resource: string;
  id: number;
  field: string;
  /** What the field is called: the eye and the copy name it. */
  label: string;
  masked: string;
}

/** A masked value with an eye, for those who may look behind it. */
export function MaskedValue(props: Props) {
  const canReveal = usePermitted(["app:mingan:chakan"]);
  return canReveal && props.masked.includes("*") ? <Revealable {...props} /> : props.masked;
}

/** The reason given last, for as long as the tab is open. */
function rememberReason() {
  let last = "";
  return {
    last: () => last,
    keep: (reason: string) => {
      last = reason;
    },
  };
}

/** One value at a time, asked of the server with a reason, which writes both down. */
function Revealable({ resource, id, field, label, masked }: Props) {
  const reason = useTabInstance("reveal-reason", rememberReason, () => {});
  const eye = useRef<HTMLButtonElement>(null);
  const [revealed, setRevealed] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // None before the first: a page of masked values must not carry fifty closed popovers.
  const [openings, setOpenings] = useState(0);
  const isShown = revealed !== null;

  useEffect(() => {
    if (revealed === null) return;
    const timer = setTimeout(() => setRevealed(null), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [revealed]);

  async function reveal(yuanyin: string) {
    if (isAsking) return;
    setAsking(true);
    try {
      const ask = { ziyuan: resource, id, ziduan: field, yuanyin };
      const { zhi } = await call("POST /app/mingan/chakan", ask, quiet);
      reason.keep(yuanyin);
      setRevealed(zhi ?? "");
      show(false);
    } catch (error) {
      toast.warning(messageOf(error));
    } finally {
      setAsking(false);
    }
  }

  function show(open: boolean) {
    setOpen(open);
    if (open) setOpenings(openings + 1);
    // What was typed in is gone with the popover: the eye is where the person was before.
    else eye.current?.focus();
  }

  const button = (
    <button
      ref={eye}
      type="button"
      className="icon-button"
      aria-label={`${isShown ? "隐藏" : "查看完整"}${label}`}
      aria-pressed={isShown}
      aria-haspopup={isShown ? undefined : "dialog"}
      onClick={() => {
        if (isShown) setRevealed(null);
        else if (openings === 0) show(true);
      }}
    >
      {isShown ? <EyeInvisibleOutlined /> : <EyeOutlined />}
    </button>
  );
  return (
    <span className="masked">
      <span className={isShown ? "masked-value masked-shown" : "masked-value"}>
        {revealed ?? masked}
      </span>
      {revealed ? <CopyButton text={revealed} label={`复制${label}`} /> : null}
      {openings > 0 ? (
        <Popover
          open={isOpen}
          onOpenChange={(open) => show(open && !isShown)}
          trigger="click"
          destroyOnHidden
          content={
            <RevealReason
              key={openings}
              last={reason.last()}
              isAsking={isAsking}
              onReason={(given) => void reveal(given)}
            />
          }
        >
          {button}
        </Popover>
      ) : (
        button
      )}
    </span>
  );
}
