import { Button, Input, type InputRef } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import "./masked.css";

/** What personal data is mostly looked at for; anything else is typed. */
const USUAL = ["业务办理", "核对身份", "联系客户", "投诉处理"] as const;

/** As much as the access log keeps. */
const MAX_LENGTH = 200;

interface Props {
  /** The reason given last on this page. */
  last: string;
  isAsking: boolean;
  onReason: (reason: string) => void;
}

/** Why a value is looked at: one press on a usual reason, or a sentence and Enter. */
export function RevealReason({ last, isAsking, onReason }: Props) {
  const [text, setText] = useState(last);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const input = useRef<InputRef>(null);

  // A popover is placed a frame after it is made; until then nothing in it can take the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  function submit() {
    const reason = text.trim();
    setMissing(reason === "");
    if (reason) onReason(reason);
  }

  return (
    <form
      className="reveal-reason"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id}>查看原因</label>
      <div className="reveal-usual">
        {USUAL.map((reason) => (
          <Button key={reason} size="small" disabled={isAsking} onClick={() => onReason(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      <div className="reveal-own">
        <Input
          ref={input}
          id={id}
          autoComplete="off"
          maxLength={MAX_LENGTH}
          placeholder="或填写其他原因"
          value={text}
          status={isMissing ? "error" : undefined}
          aria-invalid={isMissing || undefined}
          aria-describedby={`${id}-note`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setText(event.target.value);
            setMissing(false);
          }}
        />
        <Button type="primary" htmlType="submit" loading={isAsking}>
          查看
        </Button>
      </div>
      <p id={`${id}-note`} className={isMissing ? "reveal-missing" : "muted"}>
        {isMissing ? "请填写查看原因" : "原因会记入敏感信息查看记录"}
      </p>
    </form>
  );
}
