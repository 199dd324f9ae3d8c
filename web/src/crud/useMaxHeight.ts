import { useLayoutEffect, useState, type RefObject } from "react";

const HEADER = 50;
const MARGIN = 20;
const GAP = 10;
/** A very low window still shows a few rows; the page scrolls then. */
const LEAST = 180;

/** The window's height minus 50, 20, the search form, the toolbar, the pager and 10. */
export function maxTableHeight(windowHeight: number, parts: readonly number[]): number {
  const taken = parts.reduce((sum, height) => sum + height, HEADER + MARGIN + GAP);
  return Math.max(LEAST, windowHeight - taken);
}

/** Follows the window and the parts around the table as they change. */
export function useMaxHeight(
  first: RefObject<HTMLElement | null>,
  second?: RefObject<HTMLElement | null>,
  third?: RefObject<HTMLElement | null>,
): number {
  const [height, setHeight] = useState(() => maxTableHeight(window.innerHeight, []));
  useLayoutEffect(() => {
    const elements = [first, second, third].flatMap((part) =>
      part?.current ? [part.current] : [],
    );
    const measure = () =>
      setHeight(
        maxTableHeight(
          window.innerHeight,
          elements.map((element) => element.offsetHeight),
        ),
      );
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of elements) observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [first, second, third]);
  return height;
}
