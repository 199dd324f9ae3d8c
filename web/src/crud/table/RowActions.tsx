import { DownOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useState } from "react";
import type { Row } from "@/crud/column";
import { toast } from "@/lib/feedback";
import "./rowActions.css";

export interface RowAction<R extends Row> {
  label: string;
  /** Without it the action is not offered. */
  perm?: string;
  isDanger?: boolean;
  isHidden?(row: R): boolean;
  /** A sentence why this row does not allow it; the action stays visible and says so. */
  refusal?: ((row: R) => string | undefined) | undefined;
  onClick(row: R): void;
}

const AT_MOST = 3;

interface Props<R extends Row> {
  row: R;
  actions: readonly RowAction<R>[];
}

/** At most three links; the rest waits under 更多. */
export function RowActions<R extends Row>({ row, actions }: Props<R>) {
  const offered = actions.filter(({ isHidden }) => !isHidden?.(row));
  const isMany = offered.length > AT_MOST;
  const direct = isMany ? offered.slice(0, AT_MOST - 1) : offered;
  return (
    <span className="row-actions">
      {direct.map((action) => {
        const refusal = action.refusal?.(row);
        return (
          <button
            key={action.label}
            type="button"
            className={action.isDanger ? "dt-link dt-danger" : "dt-link"}
            // Reached by the keyboard like the others, so that it can say why.
            aria-disabled={refusal !== undefined}
            title={refusal}
            onClick={() => (refusal === undefined ? action.onClick(row) : toast.info(refusal))}
          >
            {action.label}
          </button>
        );
      })}
      {isMany ? <More row={row} actions={offered.slice(AT_MOST - 1)} /> : null}
    </span>
  );
}

/** Arrow keys pass over what is switched off in a menu: why it is stands beside it. */
function Reasoned({ label, refusal }: { label: string; refusal: string | undefined }) {
  return refusal === undefined ? label : `${label}（${refusal}）`;
}

/** The menu is made when it is first wanted: fifty rows must not carry fifty menus. */
function More<R extends Row>({ row, actions }: Props<R>) {
  const [isMade, setMade] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const button = (
    <button
      type="button"
      className="dt-link"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={
        isMade
          ? undefined
          : () => {
              setMade(true);
              setOpen(true);
            }
      }
    >
      更多 <DownOutlined />
    </button>
  );
  if (!isMade) return button;
  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={["click"]}
      menu={{
        items: actions.map((action) => ({
          key: action.label,
          label: <Reasoned label={action.label} refusal={action.refusal?.(row)} />,
          disabled: action.refusal?.(row) !== undefined,
          onClick: () => action.onClick(row),
        })),
      }}
    >
      {button}
    </Dropdown>
  );
}
