import { useLayoutEffect, type KeyboardEvent, type RefObject } from "react";

const STOPS = "button, input";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The controls of a table's head are one stop of the Tab key; arrows, Home and End move among them.
 * Which one is the stop lives in the page, as with rows.
 */
export function useHeadKeys(head: RefObject<HTMLTableSectionElement | null>) {
  useLayoutEffect(() => {
    const stops = stopsOf(head.current);
    const current = stops.filter(({ tabIndex }) => tabIndex === 0);
    makeStop(stops, (current.length === 1 ? current : stops)[0]);
  });
  return (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const stops = stopsOf(event.currentTarget);
    const at = stops.indexOf(event.target as HTMLElement);
    const to = at === -1 ? undefined : target(event.key, at, stops.length);
    const next = to === undefined ? undefined : stops[to];
    if (!next) return;
    event.preventDefault();
    makeStop(stops, next);
    next.focus();
  };
}

function makeStop(stops: readonly HTMLElement[], stop: HTMLElement | undefined) {
  for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
}

function target(key: string, at: number, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : at + step;
}

const stopsOf = (head: Element | null) => [...(head?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
