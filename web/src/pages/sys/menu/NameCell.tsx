import { RightOutlined } from "@ant-design/icons";
import type { MenuRow } from "./menuTree";

interface Props {
  row: MenuRow;
  onToggle: (id: number) => void;
}

const INDENT = 20;

export function NameCell({ row, onToggle }: Props) {
  return (
    <span className="menu-name" style={{ paddingLeft: row.depth * INDENT }}>
      {row.hasChildren ? (
        <button
          type="button"
          className="icon-button menu-toggle"
          aria-label={`${row.isOpen ? "收起" : "展开"}${row.name}`}
          aria-expanded={row.isOpen}
          onClick={() => onToggle(row.id)}
        >
          <RightOutlined rotate={row.isOpen ? 90 : 0} />
        </button>
      ) : (
        <span className="menu-toggle" />
      )}
      {row.name}
    </span>
  );
}
