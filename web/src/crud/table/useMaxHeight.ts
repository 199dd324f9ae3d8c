import { useLayoutEffect, useState, type RefObject } from "react";

const HEADER = 50;
const MARGIN = 20;
const GAP = 10;
/** A very low window still shows a few rows; the page scrolls then. */
const LEAST = 180;

/** Where a dialog stands in the window, and the room it leaves below. */
const DIALOG_TOP = 100;
const DIALOG_BOTTOM = 24;
const MOST_IN_DIALOG = 450;

/**
 * The window's height minus 50, 20, the search form, the toolbar, the pager and 10; `beyond` is
 * what header and tabs take of it besides the 50 and 20.
 */
export function maxTableHeight(windowHeight: number, parts: readonly number[], beyond = 0): number {
  const taken = parts.reduce((sum, height) => sum + height, HEADER + MARGIN + GAP + beyond);
  return Math.max(LEAST, windowHeight - taken);
}

/** As much of a table as leaves its dialog whole in the window, without a second scrollbar. */
export function maxInDialog(windowHeight: number, restOfDialog: number): number {
  const room = windowHeight - DIALOG_TOP - restOfDialog - DIALOG_BOTTOM;
  return Math.max(LEAST, Math.min(MOST_IN_DIALOG, room));
}

/** Follows the window, the parts around the table and what stands above the page. */
export function useMaxHeight(
  table: RefObject<HTMLElement | null>,
  ...around: RefObject<HTMLElement | null>[]
): number {
  const [height, setHeight] = useState(() => maxTableHeight(window.innerHeight, []));
  useLayoutEffect(() => {
    const elements = around.flatMap(({ current }) => (current ? [current] : []));
    const main = table.current?.closest<HTMLElement>(".shell-main");
    const dialog = table.current?.closest<HTMLElement>(".ant-modal");
    const measure = () => {
      const own = table.current?.offsetHeight ?? 0;
      if (dialog) setHeight(maxInDialog(window.innerHeight, dialog.offsetHeight - own));
      else {
        const beyond = Math.max(0, (main?.offsetTop ?? 0) - HEADER - MARGIN);
        const parts = elements.map((element) => element.offsetHeight);
        setHeight(maxTableHeight(window.innerHeight, parts, beyond));
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [...elements, ...(main ? [main] : []), ...(dialog ? [dialog] : [])])
      observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
    // The refs of a table stay the same; a new array of them on every render changes nothing.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [table]);
  return height;
}
