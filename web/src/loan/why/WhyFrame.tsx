import { Popover } from "antd";
import { useId, type ReactNode } from "react";
import { useMeeting } from "./useMeeting";
import "./why.css";

interface Props {
  /** The lines behind the amount, asked for when it is first met. */
  steps: ReactNode;
  /** The amount beside it tells the same: the pointer finds this one too, Tab does not stop. */
  isSecond?: boolean;
  children: ReactNode;
}

/** An amount that can say why it is this number, on hover or focus. */
export function WhyFrame({ steps, isSecond = false, children }: Props) {
  const { isMet, isOpen, close, handlers } = useMeeting();
  const name = useId();
  return (
    <button
      type="button"
      className="why"
      tabIndex={isSecond ? -1 : undefined}
      aria-describedby={isOpen ? name : undefined}
      {...handlers}
    >
      {children}
      {isMet ? (
        <Popover
          open={isOpen}
          onOpenChange={(open) => {
            // Esc; hover and focus are ours.
            if (!open) close();
          }}
          destroyOnHidden
          title="为什么是这个数"
          content={<div id={name}>{steps}</div>}
        >
          <span className="why-anchor" />
        </Popover>
      ) : null}
    </button>
  );
}
