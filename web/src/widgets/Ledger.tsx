import type { ReactNode } from "react";
import "./ledger.css";

export interface LedgerColumn<R> {
  key: string;
  label: string;
  /** Figures stand right under each other. */
  isNumber?: boolean;
  /** The figure a person looks for first. */
  isMain?: boolean;
  width?: number;
  cell: (row: R) => ReactNode;
  /** What stands below all rows; the first column's names the line. */
  foot?: ReactNode;
}

interface Props<R> {
  label: string;
  columns: readonly LedgerColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => number | string;
  /** Struck through: what was taken back. */
  isVoid?: (row: R) => boolean;
  /** One of several below each other: its sums stand at its end, not over another's rows. */
  isAmongOthers?: boolean;
  /** Stands on a page of its own, not inside a dialog. */
  isPage?: boolean;
  empty?: ReactNode;
}

/** A small table: no paging, no settings, head and sums stay in sight. */
export function Ledger<R>(props: Props<R>) {
  const { label, columns, rows, rowKey, isVoid, isAmongOthers, isPage, empty } = props;
  const look = isPage ? " ledger-page" : isAmongOthers ? " ledger-among" : "";
  return (
    <table className={`ledger${look}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classOf(column)}
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
              <td key={column.key} className={classOf(column)}>
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
      {columns[0]?.foot === undefined ? null : <Foot columns={columns} />}
    </table>
  );
}

function Foot<R>({ columns }: Pick<Props<R>, "columns">) {
  const [first, ...others] = columns;
  return (
    <tfoot>
      <tr>
        <th scope="row">{first?.foot}</th>
        {others.map((column) => (
          <td key={column.key} className={classOf(column)}>
            {column.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function classOf<R>({ isNumber, isMain }: LedgerColumn<R>): string | undefined {
  if (isMain) return "num ledger-main";
  return isNumber ? "num" : undefined;
}
