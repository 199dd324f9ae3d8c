import type { ReactNode } from "react";
import "./ledger.css";

export interface LedgerColumn<R> {
  key: string;
  label: string;
  /** Figures stand right under each other. */
  isNumber?: boolean;
  width?: number;
  cell: (row: R) => ReactNode;
}

interface Props<R> {
  label: string;
  columns: readonly LedgerColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => number | string;
  /** Struck through: what was taken back. */
  isVoid?: (row: R) => boolean;
  empty?: ReactNode;
}

/** A small table inside a dialog: no paging, no settings, the head stays in sight. */
export function Ledger<R>({ label, columns, rows, rowKey, isVoid, empty }: Props<R>) {
  return (
    <table className="ledger" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={column.isNumber ? "num" : undefined}
              style={column.width ? { width: column.width } : undefined}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-void={isVoid?.(row) || undefined}>
            {columns.map((column) => (
              <td key={column.key} className={column.isNumber ? "num" : undefined}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 ? (
          <tr>
            <td colSpan={columns.length} className="ledger-empty">
              {empty ?? "还没有数据"}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
