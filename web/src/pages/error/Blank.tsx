import { Button } from "antd";
import type { ReactNode } from "react";
import "./blank.css";

interface BlankProps {
  /** One word or two, large. */
  title: string;
  /** One sentence: what is the matter and what helps. */
  children: ReactNode;
  action?: { text: string; onClick: () => void };
}

/** An empty, refused or broken page: one sentence, one action. */
export function Blank({ title, children, action }: BlankProps) {
  return (
    <section className="blank">
      <h1>{title}</h1>
      <p>{children}</p>
      {action && (
        <Button type="primary" onClick={action.onClick}>
          {action.text}
        </Button>
      )}
    </section>
  );
}
