import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  type ColumnDef,
  type ReactTable,
  type TableState as EngineState,
} from "@tanstack/react-table";
import { columnAlign, columnWidth, type Row, type TableColumn } from "@/crud/column";
import { MIN_WIDTH, type ColumnSetting } from "./columnSettings";

export const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSelectionFeature,
});

export type Features = typeof features;
export type Engine<R extends Row> = ReactTable<Features, R>;

/** Our column configuration as the headless table's definitions. */
export function toDefinitions<R extends Row>(
  columns: readonly TableColumn<R>[],
): ColumnDef<Features, R>[] {
  return columns.map((column) => ({
    id: column.prop,
    size: columnWidth(column),
    minSize: MIN_WIDTH,
    enableResizing: !column.isFixture,
  }));
}

type ColumnState = Pick<
  EngineState<Features>,
  "columnOrder" | "columnVisibility" | "columnPinning" | "columnSizing"
>;

/** Selection and drag handles stay outermost left, actions outermost right, whatever was saved. */
export function toColumnState<R extends Row>(
  columns: readonly TableColumn<R>[],
  settings: readonly ColumnSetting[],
): ColumnState {
  const fixtures = columns.filter(({ isFixture }) => isFixture);
  const pinned = (side: "left" | "right") =>
    settings.filter(({ pin }) => pin === side).map(({ prop }) => prop);
  const outer = (side: "left" | "right") =>
    fixtures.filter(({ fixed }) => fixed === side).map(({ prop }) => prop);
  return {
    columnOrder: settings.map(({ prop }) => prop),
    columnVisibility: Object.fromEntries(settings.map(({ prop, isShow }) => [prop, isShow])),
    columnPinning: {
      start: [...outer("left"), ...pinned("left")],
      end: [...pinned("right"), ...outer("right")],
    },
    columnSizing: Object.fromEntries(
      settings.flatMap(({ prop, width }) => (width ? [[prop, width]] : [])),
    ),
  };
}

/** A shown column with everything a cell needs to stand in its place. */
export interface PlacedColumn<R extends Row = Row> {
  column: TableColumn<R>;
  width: number;
  isPinned: boolean;
  className: string;
  style?: { left?: number; right?: number };
}

/** Pinned left, free, pinned right; each in the person's order. */
export function placeColumns<R extends Row>(
  engine: Engine<R>,
  columns: readonly TableColumn<R>[],
): PlacedColumn<R>[] {
  const byProp = new Map(columns.map((column) => [column.prop, column]));
  const start = engine.getStartVisibleLeafColumns();
  const end = engine.getEndVisibleLeafColumns();
  const edges = new Set([start.at(-1)?.id, end.at(0)?.id]);
  return [...start, ...engine.getCenterVisibleLeafColumns(), ...end].flatMap((placed) => {
    const column = byProp.get(placed.id);
    if (!column) return [];
    const pin = placed.getIsPinned();
    const names = [`dt-${columnAlign(column)}`];
    if (pin) names.push("dt-pin", `dt-pin-${pin}`);
    if (pin && edges.has(placed.id)) names.push("dt-edge");
    return [
      {
        column,
        width: placed.getSize(),
        isPinned: pin !== false,
        className: names.join(" "),
        ...(pin === "start" ? { style: { left: placed.getStart("start") } } : {}),
        ...(pin === "end" ? { style: { right: placed.getAfter("end") } } : {}),
      },
    ];
  });
}

/**
 * Shares what is left of the container among the free columns in proportion to their widths. Where
 * not all have room, the last one that has ends at the pinned columns: none is cut in the middle of
 * a letter. Pinned columns and columns sized by hand keep their width, so sticky offsets stay true.
 */
export function stretchWidths(
  placed: readonly (Pick<PlacedColumn, "width" | "isPinned"> & { column: { prop: string } })[],
  handSized: Readonly<Record<string, number>>,
  container: number,
): number[] {
  const widths = placed.map(({ width }) => width);
  const sum = (positions: readonly number[]) =>
    positions.reduce((total, i) => total + (widths[i] ?? 0), 0);
  const all = placed.map((_, i) => i);
  const loose = all.filter((i) => !placed[i]?.isPinned);
  const room = container - sum(all.filter((i) => placed[i]?.isPinned));
  const hidden = loose.findIndex((_, count) => sum(loose.slice(0, count + 1)) > room);
  const seen = hidden === -1 ? loose : loose.slice(0, hidden);
  const growing = seen.filter((i) => !((placed[i]?.column.prop ?? "") in handSized));
  const slack = room - sum(seen);
  const share = sum(growing);
  if (slack <= 0 || share === 0) return widths;
  const grown = widths.map((width, i) =>
    growing.includes(i) ? width + Math.floor((slack * width) / share) : width,
  );
  // What rounding left over goes to the last, so that it ends where it should.
  const last = growing.at(-1) ?? 0;
  const rest = room - seen.reduce((total, i) => total + (grown[i] ?? 0), 0);
  return grown.map((width, i) => (i === last ? width + rest : width));
}
