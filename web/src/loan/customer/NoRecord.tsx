import { Button } from "antd";

interface Props {
  /** What there is none of. */
  what: string;
  /** What makes one, for those who may. */
  action: { text: string; onClick: () => void } | undefined;
}

/** A part of the customer that nobody has filled in yet. */
export function NoRecord({ what, action }: Props) {
  return (
    <div className="customer-empty">
      <p>还没有{what}</p>
      {action ? <Button onClick={action.onClick}>{action.text}</Button> : null}
    </div>
  );
}
