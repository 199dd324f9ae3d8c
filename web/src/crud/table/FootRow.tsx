import type { ReactNode } from "react";
import type { Row } from "@/crud/column";
import type { PlacedColumn } from "./layout";

interface Props<R extends Row> {
  placed: readonly PlacedColumn<R>[];
  foot: Readonly<Record<string, ReactNode>>;
}

/** The line of sums; its first cell names it. */
export function FootRow<R extends Row>({ placed, foot }: Props<R>) {
  const named = placed.find(({ column }) => foot[column.prop] !== undefined);
  return (
    <tr>
      {placed.map((cell) => {
        const { column, className, style } = cell;
        return cell === named ? (
          <th key={column.prop} scope="row" className={className} style={style}>
            {foot[column.prop]}
          </th>
        ) : (
          <td key={column.prop} className={className} style={style}>
            {foot[column.prop]}
          </td>
        );
      })}
    </tr>
  );
}
