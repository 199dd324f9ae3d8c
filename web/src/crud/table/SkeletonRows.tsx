import type { Row } from "@/crud/column";
import type { PlacedColumn } from "./layout";

/** A page as it comes unless another size was chosen; no window shows more than the last. */
const USUAL = 10;
const MOST = 30;

interface Props<R extends Row> {
  placed: readonly PlacedColumn<R>[];
  count?: number | undefined;
}

/** The shape of the rows that are on their way. */
export function SkeletonRows<R extends Row>({ placed, count = USUAL }: Props<R>) {
  return Array.from({ length: Math.min(count, MOST) }, (_, index) => (
    <tr key={index} aria-hidden className="dt-skeleton">
      {placed.map(({ column, className, style }) => (
        <td key={column.prop} className={className} style={style}>
          <span>&nbsp;</span>
        </td>
      ))}
    </tr>
  ));
}
