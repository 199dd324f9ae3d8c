import type { Order } from "./orders";

interface Props {
  label: string;
  column: string;
  orders: readonly Order[];
  onArrow: (column: string, asc: boolean) => void;
}

/** Two arrows: each takes its direction, and clears it when clicked again. */
export function SortArrows({ label, column, orders, onArrow }: Props) {
  const position = orders.findIndex((order) => order.column === column);
  const current = orders[position];
  return (
    <span className="dt-sort">
      <span className="dt-arrows">
        <button
          type="button"
          className="dt-arrow dt-arrow-up"
          aria-label={`按${label}升序`}
          aria-pressed={current?.asc === true}
          onClick={() => onArrow(column, true)}
        />
        <button
          type="button"
          className="dt-arrow dt-arrow-down"
          aria-label={`按${label}降序`}
          aria-pressed={current?.asc === false}
          onClick={() => onArrow(column, false)}
        />
      </span>
      {orders.length > 1 && current ? <sup className="dt-order">{position + 1}</sup> : null}
    </span>
  );
}
