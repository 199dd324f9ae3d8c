import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from "react";
import { focusRow } from "./useRowKeys";

/**
 * A row that had the focus and is gone with the next answer hands it to the row that stands in its
 * place: whoever works with the keyboard goes on where they were.
 */
export function useKeptPlace(body: RefObject<HTMLTableSectionElement | null>) {
  const place = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (place.current === null || !element || document.activeElement !== document.body) return;
    focusRow(element, Math.min(place.current, element.rows.length - 1));
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest("tr");
      place.current = row ? Number(row.dataset.index) : null;
    },
    // Never heard of where the element itself is taken away.
    onBlur: () => {
      place.current = null;
    },
  };
}
