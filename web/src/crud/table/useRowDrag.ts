import { useRef, type DragEvent } from "react";
import type { Row } from "@/crud/column";

/** Rows are dragged by their handle; the line under the pointer shows where one would land. */
export function useRowDrag<R extends Row>(
  rows: readonly R[],
  onMove: ((row: R, before: R | null, rows: readonly R[]) => void) | undefined,
) {
  const dragged = useRef<number | null>(null);
  const mark = useRef<HTMLTableRowElement | null>(null);
  if (!onMove) return {};

  const clear = () => {
    mark.current?.removeAttribute("data-drop");
    mark.current = null;
  };
  return {
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const row = rowOf(event);
      if (!row) return;
      dragged.current = Number(row.dataset.index);
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setDragImage(row, 0, 0);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const row = rowOf(event);
      if (dragged.current === null || !row) return;
      event.preventDefault();
      clear();
      mark.current = row;
      row.dataset.drop = isLowerHalf(event, row) ? "after" : "before";
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      const row = rowOf(event);
      const from = dragged.current;
      if (from === null || !row) return;
      event.preventDefault();
      const moved = rows[from];
      const target = Number(row.dataset.index) + (isLowerHalf(event, row) ? 1 : 0);
      if (moved && target !== from && target !== from + 1)
        onMove(moved, rows[target] ?? null, rows);
    },
    onDragEnd: () => {
      dragged.current = null;
      clear();
    },
  };
}

function rowOf(event: DragEvent<HTMLElement>): HTMLTableRowElement | null {
  return event.target instanceof Element ? event.target.closest("tr") : null;
}

function isLowerHalf(event: DragEvent, row: HTMLElement): boolean {
  const box = row.getBoundingClientRect();
  return event.clientY > box.top + box.height / 2;
}
