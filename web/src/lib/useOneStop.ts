import { useLayoutEffect, type FocusEvent, type KeyboardEvent, type RefObject } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The controls of a group are one stop of the Tab key; arrows (around its ends), Home and
 * End move among them.
 * Which one is the stop lives in the page, so nothing is rendered for it.
 */
export function useOneStop(group: RefObject<HTMLElement | null>, controls = "button") {
  useLayoutEffect(() => {
    const stops = stopsOf(group.current, controls);
    const current = stops.filter(({ tabIndex }) => tabIndex === 0);
    const focused = stops.find((one) => one === document.activeElement);
    makeStop(stops, focused ?? (current.length === 1 ? current : stops)[0]);
  });
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const stops = stopsOf(event.currentTarget, controls);
      const at = stops.indexOf(event.target as HTMLElement);
      const to = at === -1 ? undefined : target(event.key, at, stops.length);
      const next = to === undefined ? undefined : stops[to];
      if (!next) return;
      event.preventDefault();
      makeStop(stops, next);
      next.focus();
    },
    // Also by the pointer, and what came after the group was drawn.
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const stops = stopsOf(event.currentTarget, controls);
      const stop = stops.find((one) => one === event.target);
      if (stop) makeStop(stops, stop);
    },
  };
}

function makeStop(stops: readonly HTMLElement[], stop: HTMLElement | undefined) {
  for (const one of stops) one.tabIndex = one === stop ? 0 : -1;
}

function target(key: string, at: number, count: number): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? undefined : (at + step + count) % count;
}

/** What is switched off takes no focus, and is no stop. */
const stopsOf = (group: Element | null, controls: string) =>
  [...(group?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    (one) => !one.matches(":disabled"),
  );
