import { useTable, type RowSelectionState } from "@tanstack/react-table";
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { BodyRow } from "./BodyRow";
import type { Shown } from "./CellViewer";
import { CellViewer } from "@/crud/lazyDialogs";
import { cellFor } from "./cells";
import type { Row, TableColumn } from "@/crud/column";
import { MIN_WIDTH, type ColumnSetting } from "./columnSettings";
import { HeadRow } from "./HeadRow";
import { FootRow } from "./FootRow";
import { features, placeColumns, stretchWidths, toColumnState, toDefinitions } from "./layout";
import type { Order } from "./orders";
import { SkeletonRows } from "./SkeletonRows";
import { useLinkTo } from "@/lib/linkTo";
import { useOneStop } from "@/lib/useOneStop";
import { useOpeners } from "@/crud/detail/openers";
import "@/widgets/buttons.css";
import "./table.css";
import { useKeptPlace } from "./useKeptPlace";
import { useRowDrag } from "./useRowDrag";
import { useRowKeys } from "./useRowKeys";
import { useStable } from "@/lib/useStable";
import { useWidth } from "./useWidth";

interface Props<R extends Row> {
  ref?: RefObject<HTMLDivElement | null>;
  label: string;
  /** Path of the resource behind the rows. */
  resource: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  settings: readonly ColumnSetting[];
  onWidth: (prop: string, width: number) => void;
  orders?: readonly Order[];
  onArrow?: (column: string, asc: boolean) => void;
  filterValues?: (column: string) => string[];
  onFilter?: (column: string, values: string[]) => void;
  selection?: RowSelectionState;
  onSelection?: ((selection: RowSelectionState) => void) | undefined;
  onSwitch?: ((row: R, column: TableColumn<R>, value: unknown) => Promise<void>) | undefined;
  /** Enter on a row. */
  onOpen?: ((row: R) => void) | undefined;
  /** A row was dropped before another one (null: at the end). */
  onMove?: ((row: R, before: R | null, rows: readonly R[]) => void) | undefined;
  maxHeight?: number;
  /** Nothing has been answered yet: draw the shape of what will come. */
  isLoading?: boolean;
  /** Rows are being replaced: the old ones stay. */
  isFetching?: boolean;
  /** What is shown belongs to another page or search and steps back for its moment. */
  isOld?: boolean;
  /** What decides which rows are shown: with another one they start at the top. */
  shown?: unknown;
  /** How many rows will come, as far as is known. */
  expected?: number | undefined;
  /** The line below all rows, by column; the first one's names it. */
  foot?: Readonly<Record<string, ReactNode>> | undefined;
  /** Said instead of rows when there are none. */
  placeholder?: ReactNode;
}

const NO_SELECTION: RowSelectionState = {};
const NO_ORDERS: readonly Order[] = [];

export function DataTable<R extends Row>(props: Props<R>) {
  const { columns, rows, settings, selection = NO_SELECTION, orders = NO_ORDERS } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const container = useWidth(scroller);
  const [viewed, setViewed] = useState<Shown | null>(null);

  // Other rows are read from their first one; a tab that is shown again keeps its place.
  const before = useRef(props.shown);
  useLayoutEffect(() => {
    if (before.current === props.shown) return;
    before.current = props.shown;
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [props.shown]);

  const definitions = useMemo(() => toDefinitions(columns), [columns]);
  const columnState = useMemo(() => toColumnState(columns, settings), [columns, settings]);
  const engine = useTable({
    features,
    columns: definitions,
    data: rows as R[],
    getRowId: (row) => String(row.id),
    state: { ...columnState, rowSelection: selection },
    enableRowRangeSelection: true,
    isRowRangeSelectionEvent: (event) => (event as { shiftKey?: boolean }).shiftKey === true,
    columnResizeMode: "onEnd",
    onRowSelectionChange: (update) =>
      props.onSelection?.(typeof update === "function" ? update(selection) : update),
    onColumnSizingChange: (update) => {
      const sizing = columnState.columnSizing;
      const next = typeof update === "function" ? update(sizing) : update;
      for (const [prop, width] of Object.entries(next)) {
        if (sizing[prop] !== width) props.onWidth(prop, Math.max(MIN_WIDTH, Math.round(width)));
      }
    },
  });

  const linkTo = useLinkTo();
  const openers = useOpeners();
  const onSwitch = useStable(async (row: Row, column: TableColumn, value: unknown) =>
    props.onSwitch?.(row as R, column as TableColumn<R>, value),
  );
  // The engine is a new object on every render; what it says about columns changes with these two.
  // oxlint-disable-next-line react/exhaustive-deps react/memo-dependencies -- see above
  const placed = useMemo(() => placeColumns(engine, columns), [columns, columnState]);
  const cells = useMemo(() => {
    const env = { resource: props.resource, view: setViewed, onSwitch, linkTo, openers };
    return placed.map(({ column }) => cellFor(column, env));
  }, [placed, props.resource, onSwitch, linkTo, openers]);
  const widths = stretchWidths(placed, columnState.columnSizing, container);

  const onToggle = useStable((id: string, event: unknown) =>
    engine.getRow(id).getToggleSelectedHandler()(event),
  );
  const onFit = (prop: string) => {
    const position = placed.findIndex(({ column }) => column.prop === prop);
    const widest = [...(body.current?.rows ?? [])].map(
      (tr) => tr.cells[position]?.scrollWidth ?? 0,
    );
    props.onWidth(prop, Math.max(MIN_WIDTH, ...widest.map((width) => width + 1)));
  };
  const keys = useRowKeys({
    rows,
    ...(props.onSelection ? { onToggle } : {}),
    onOpen: props.onOpen,
    onMove: props.onMove,
    onClear: () => props.onSelection?.({}),
  });
  const headKeys = useOneStop(head, "button, input");
  const kept = useKeptPlace(body);
  const drag = useRowDrag(rows, props.onMove);

  return (
    <div
      ref={props.ref}
      className="dt"
      data-fetching={props.isFetching || undefined}
      data-old={props.isOld || undefined}
      style={props.maxHeight === undefined ? undefined : { maxHeight: props.maxHeight }}
    >
      <div className="dt-scroll" ref={scroller}>
        <table
          aria-label={props.label}
          aria-busy={props.isLoading || props.isFetching || undefined}
          style={{ width: widths.reduce((sum, width) => sum + width, 0) }}
        >
          <colgroup>
            {placed.map(({ column }, position) => (
              <col key={column.prop} style={{ width: widths[position] }} />
            ))}
          </colgroup>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for all controls of the head */}
          <thead ref={head} {...headKeys}>
            <HeadRow
              engine={engine}
              placed={placed}
              orders={orders}
              onArrow={props.onArrow ?? ignore}
              filterValues={props.filterValues ?? none}
              onFilter={props.onFilter ?? ignore}
              onFit={onFit}
            />
          </thead>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one listener for all rows, which take the focus themselves */}
          <tbody
            ref={body}
            onMouseOver={explainCut}
            onFocus={(event) => {
              explainCut(event);
              kept.onFocus(event);
            }}
            onBlur={kept.onBlur}
            onErrorCapture={hideBroken}
            {...keys}
            {...drag}
          >
            {props.isLoading ? (
              <SkeletonRows placed={placed} count={props.expected} />
            ) : (
              rows.map((row, index) => (
                <BodyRow
                  key={row.id}
                  row={row}
                  index={index}
                  placed={placed}
                  cells={cells}
                  isSelected={selection[row.id] === true}
                  onToggle={onToggle}
                />
              ))
            )}
          </tbody>
          {props.foot && !props.isLoading && rows.length > 0 ? (
            <tfoot>
              <FootRow placed={placed} foot={props.foot} />
            </tfoot>
          ) : null}
        </table>
        {!props.isLoading && rows.length === 0 ? (
          <div className="dt-placeholder">{props.placeholder}</div>
        ) : null}
      </div>
      {viewed ? <CellViewer shown={viewed} onClose={() => setViewed(null)} /> : null}
    </div>
  );
}

const ignore = () => {};
const none = () => [];

/** A title only where the text is cut, set when the pointer gets there: rows pay nothing for it. */
function explainCut(event: { target: EventTarget }) {
  if (!(event.target instanceof HTMLElement)) return;
  const cell = event.target.closest<HTMLElement>(".dt-cut, .dt-long, td");
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? "";
  else cell.removeAttribute("title");
}

/** A picture that is gone leaves an empty tile, not the browser's torn one. */
function hideBroken({ target }: { target: EventTarget }) {
  if (target instanceof HTMLImageElement) target.style.visibility = "hidden";
}
