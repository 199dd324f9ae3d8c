import type { PlacedColumn } from "./layout";

const COUNT = 8;

/** The shape of the rows that are on their way. */
export function SkeletonRows({ placed }: { placed: readonly PlacedColumn[] }) {
  return Array.from({ length: COUNT }, (_, index) => (
    <tr key={index} aria-hidden className="dt-skeleton">
      {placed.map(({ column, className, style }) => (
        <td key={column.prop} className={className} style={style}>
          <span>&nbsp;</span>
        </td>
      ))}
    </tr>
  ));
}
