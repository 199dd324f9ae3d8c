import type { ReactNode } from "react";
import { toast } from "./feedback";

/** Where a result leads: a few words, and what they do. */
export interface NextStep {
  label: string;
  go: () => void;
}

/** 操作成功, and the next step as a link where there is one. */
export function withNext(next: NextStep | undefined): ReactNode {
  if (!next) return undefined;
  const go = () => {
    toast.withdraw();
    next.go();
  };
  return (
    <span>
      操作成功 ·{" "}
      <button type="button" className="link-button" onClick={go}>
        {next.label}
      </button>
    </span>
  );
}
