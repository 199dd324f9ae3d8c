import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import { fromScreen, moved, viewOf, zoomed } from "./mercator";
import type { Box, Point, Spot, View } from "./mercator";

export const HEIGHT = 400;
export const ZOOM = 13;
/** Where a map without a polygon opens. */
export const CENTRE: Point = { lat: 35.031641, lng: 111.004468 };
/** Before the window has been measured, and where there is none. */
const WIDTH = 600;
/** A hand is never quite still: a press that moved less than this is a click. */
const STILL = 4;

interface Press {
  from: Spot;
  last: Spot;
  hasMoved: boolean;
}

/** The paper of a map: what it looks at, and how it is moved with pointer, wheel and keys. */
export function usePaper(
  paper: RefObject<SVGSVGElement | null>,
  points: readonly Point[],
  onClick: (point: Point) => void,
) {
  const [width, setWidth] = useState(WIDTH);
  const box: Box = { width, height: HEIGHT };
  const [view, setView] = useState<View>(() =>
    points.length > 0 ? viewOf(points, ZOOM, box) : { centre: CENTRE, zoom: ZOOM },
  );
  const press = useRef<Press | null>(null);
  const middle = { x: width / 2, y: HEIGHT / 2 };

  useLayoutEffect(() => {
    const element = paper.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || WIDTH);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [paper]);

  useLayoutEffect(() => {
    const element = paper.current;
    // The wheel zooms a map that somebody works with; it scrolls the page past any other. React's own
    // listener could not keep the page still.
    const turn = (event: WheelEvent) => {
      if (!element || document.activeElement !== element) return;
      event.preventDefault();
      const at = spotOf(element, event);
      const size = { width: element.clientWidth || WIDTH, height: HEIGHT };
      setView((now) => zoomed(now, event.deltaY < 0 ? 1 : -1, at, size));
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [paper]);

  const pointer = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return;
      const at = spotOf(event.currentTarget, event);
      press.current = { from: at, last: at, hasMoved: false };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const held = press.current;
      if (!held) return;
      const at = spotOf(event.currentTarget, event);
      const [dx, dy] = [at.x - held.last.x, at.y - held.last.y];
      const way = Math.hypot(at.x - held.from.x, at.y - held.from.y);
      if (!held.hasMoved && way < STILL) return;
      press.current = { ...held, last: at, hasMoved: true };
      setView((now) => moved(now, dx, dy));
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      const held = press.current;
      press.current = null;
      if (held && !held.hasMoved)
        onClick(fromScreen(spotOf(event.currentTarget, event), view, box));
    },
    onPointerCancel: () => {
      press.current = null;
    },
  };

  return {
    view,
    box,
    pointer,
    zoomBy: (levels: number) => setView((now) => zoomed(now, levels, middle, box)),
    moveBy: (dx: number, dy: number) => setView((now) => moved(now, dx, dy)),
  };
}

function spotOf(element: Element, event: { clientX: number; clientY: number }): Spot {
  const { left, top } = element.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
