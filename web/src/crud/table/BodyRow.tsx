import { memo, type MouseEvent } from "react";
import type { Cell } from "./cells";
import type { Row } from "@/crud/column";
import type { PlacedColumn } from "./layout";

interface Props {
  row: Row;
  index: number;
  placed: readonly PlacedColumn[];
  cells: readonly Cell[];
  isSelected: boolean;
  onToggle: (id: string, event: MouseEvent) => void;
}

/** Re-rendered only when its own data, its selection or the columns change. */
export const BodyRow = memo(function BodyRow(props: Props) {
  const { row, index, placed, cells, isSelected } = props;
  return (
    <tr
      data-id={row.id}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-selected={isSelected}
      aria-rowindex={index + 2}
      tabIndex={index === 0 ? 0 : -1}
    >
      {placed.map(({ column, className, style }, position) => (
        <td key={column.prop} className={className} style={style}>
          {column.type === "selection" ? (
            <input
              type="checkbox"
              className="dt-check"
              aria-label={`选择第 ${index + 1} 行`}
              checked={isSelected}
              tabIndex={-1}
              readOnly
              onClick={(event) => props.onToggle(String(row.id), event)}
            />
          ) : (
            cells[position]?.(row)
          )}
        </td>
      ))}
    </tr>
  );
});
