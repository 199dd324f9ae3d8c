import { useCallback, useEffect, useState, type RefObject } from "react";

/** Whether a horizontal list is wider than its place; the wheel scrolls it sideways. */
export function useOverflow(list: RefObject<HTMLElement | null>) {
  const [isOverflowing, setOverflowing] = useState(false);

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => {
      // The arrows take 28 px each; measured without them, or they would flicker.
      const room = element.parentElement?.clientWidth ?? element.clientWidth;
      setOverflowing(element.scrollWidth > room);
    };
    const turn = (event: WheelEvent) => {
      if (event.deltaY === 0 || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.parentElement ?? element);
    const changes = new MutationObserver(measure);
    changes.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener("wheel", turn, { passive: false });
    return () => {
      observer.disconnect();
      changes.disconnect();
      element.removeEventListener("wheel", turn);
    };
  }, [list]);

  const scrollBy = useCallback(
    (left: number) => list.current?.scrollBy({ left, behavior: "smooth" }),
    [list],
  );
  return { isOverflowing, scrollBy };
}
