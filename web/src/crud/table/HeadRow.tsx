import type { Header } from "@tanstack/react-table";
import { sortOf, type Row, type TableColumn } from "@/crud/column";
import { FilterPopover } from "./FilterPopover";
import type { Engine, Features, PlacedColumn } from "./layout";
import type { Order } from "./orders";
import { SelectAll } from "./SelectAll";
import { SortArrows } from "./SortArrows";

interface Props<R extends Row> {
  engine: Engine<R>;
  placed: readonly PlacedColumn<R>[];
  orders: readonly Order[];
  onArrow: (column: string, asc: boolean) => void;
  filterValues: (column: string) => string[];
  onFilter: (column: string, values: string[]) => void;
  /** Double click on a column's edge: as wide as its widest cell. */
  onFit: (column: string) => void;
}

export function HeadRow<R extends Row>(props: Props<R>) {
  const { engine, placed, orders } = props;
  const headers = new Map(engine.getFlatHeaders().map((header) => [header.column.id, header]));
  return (
    <tr>
      {placed.map(({ column, className, style }) => {
        const order = orders.find((entry) => entry.column === sortOf(column));
        return (
          <th
            key={column.prop}
            scope="col"
            className={className}
            style={style}
            aria-sort={order && (order.asc ? "ascending" : "descending")}
          >
            {column.type === "selection" ? (
              <SelectAll engine={engine} />
            ) : (
              <HeadCell {...props} column={column} header={headers.get(column.prop)} />
            )}
          </th>
        );
      })}
    </tr>
  );
}

interface CellProps<R extends Row> extends Props<R> {
  column: TableColumn<R>;
  header: Header<Features, R, unknown> | undefined;
}

function HeadCell<R extends Row>({ column, header, ...props }: CellProps<R>) {
  const resize = header?.column.getCanResize() ? header.getResizeHandler() : undefined;
  return (
    <>
      <span className="dt-head">
        <span className={column.type === "drag" ? "visually-hidden" : "dt-label"}>
          {column.label}
        </span>
        {column.isSort ? (
          <SortArrows
            label={column.label}
            column={sortOf(column)}
            orders={props.orders}
            onArrow={props.onArrow}
          />
        ) : null}
        {column.isFilter && column.options ? (
          <FilterPopover
            label={column.label}
            options={column.options}
            values={props.filterValues(column.prop)}
            onChange={(values) => props.onFilter(column.prop, values)}
          />
        ) : null}
      </span>
      {resize ? (
        <span
          className="dt-resize"
          data-active={header?.column.getIsResizing()}
          aria-hidden
          onMouseDown={resize}
          onTouchStart={resize}
          onDoubleClick={() => props.onFit(column.prop)}
        />
      ) : null}
    </>
  );
}
