import type { KeyboardEvent } from "react";
import type { Row } from "@/crud/column";

interface Options<R extends Row> {
  rows: readonly R[];
  /** Missing where rows cannot be selected. */
  onToggle?: (id: string, event: unknown) => void;
  onOpen?: (row: R) => void;
  onMove?: (row: R, before: R | null, rows: readonly R[]) => void;
  onClear: () => void;
}

/**
 * Arrows, Home and End move between rows, Space selects, Enter opens, Alt with an arrow moves the
 * row itself, Esc clears the selection. Focus lives in the page, so no row is rendered for it.
 */
export function useRowKeys<R extends Row>(options: Options<R>) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLTableSectionElement>) => {
      if (!(event.target instanceof HTMLTableRowElement)) {
        leaveCell(event);
        return;
      }
      const index = Number(event.target.dataset.index);
      const row = options.rows[index];
      if (!row) return;
      if (act(event, options, row, index)) event.preventDefault();
    },
  };
}

function act<R extends Row>(
  event: KeyboardEvent,
  { rows, onToggle, onOpen, onMove, onClear }: Options<R>,
  row: R,
  index: number,
): boolean {
  const body = event.currentTarget as HTMLTableSectionElement;
  switch (event.key) {
    case "ArrowDown":
      if (event.altKey && onMove) {
        if (index < rows.length - 1) onMove(row, rows[index + 2] ?? null, rows);
      } else focusRow(body, index + 1);
      return true;
    case "ArrowUp":
      if (event.altKey && onMove) {
        if (index > 0) onMove(row, rows[index - 1] ?? null, rows);
      } else focusRow(body, index - 1);
      return true;
    case "Home":
      focusRow(body, 0);
      return true;
    case "End":
      focusRow(body, rows.length - 1);
      return true;
    case " ":
      onToggle?.(String(row.id), event.nativeEvent);
      return true;
    case "Enter":
      onOpen?.(row);
      return true;
    case "Escape":
      onClear();
      return true;
    default:
      return false;
  }
}

/** Esc inside a cell's control gives the focus back to its row. */
function leaveCell(event: KeyboardEvent) {
  if (event.key !== "Escape" || !(event.target instanceof HTMLElement)) return;
  event.target.closest("tr")?.focus();
}

/** Makes a row the one stop of the Tab key, and goes there. */
export function focusRow(body: HTMLTableSectionElement, index: number) {
  const row = body.rows[index];
  if (!row) return;
  for (const other of body.rows) other.tabIndex = other === row ? 0 : -1;
  row.focus();
}
