import { useEffect, type RefObject } from "react";

/** Where somebody who comes to a page begins: its search, its form, its rows, whatever can be done first. */
const PLACES = [
  ".search-form input:not([readonly], :disabled)",
  "form input:not([type=file], [readonly], :disabled)",
  "tbody tr[tabindex='0']",
  "a[href], button:not(:disabled, [aria-expanded]), input:not(:disabled)",
];

/** The page that is to take the focus: one of them, any, or none. */
let wanted: { path?: string | undefined } | null = null;
const waiting = new Set<() => void>();

/** Somebody comes to a page without a pointer on it: it takes the focus as soon as it can. */
export function wantFocus(path?: string): void {
  wanted = { path };
  for (const take of waiting) take();
}

/** Whoever presses or points anywhere meanwhile has decided otherwise. */
function forget(): void {
  wanted = null;
}

function firstPlace(box: Element): HTMLElement | null {
  for (const place of PLACES) {
    const found = box.querySelector<HTMLElement>(place);
    if (found) return found;
  }
  return null;
}

function takeFocus(box: Element, path: string): void {
  if (!wanted || (wanted.path ?? path) !== path) return;
  // Where no page was asked for, only a focus that is nowhere is given a place.
  if (wanted.path === undefined && document.activeElement !== document.body) return;
  const isComing = box.querySelector("[aria-busy=true][role=status]") !== null;
  const target = isComing ? null : firstPlace(box);
  if (!target) return;
  wanted = null;
  target.focus({ preventScroll: true });
}

/** Gives a page that is shown the focus when it is wanted, at once or when its parts have come. */
export function useArrival(box: RefObject<HTMLElement | null>, path: string): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // A frame later: until then a dialog that is about to go still holds the focus to itself.
    const take = () => requestAnimationFrame(() => takeFocus(element, path));
    const observer = new MutationObserver(() => {
      if (wanted) take();
    });
    observer.observe(element, { childList: true, subtree: true });
    waiting.add(take);
    take();
    return () => {
      observer.disconnect();
      waiting.delete(take);
    };
  }, [box, path]);
}

document.addEventListener("pointerdown", forget, true);
document.addEventListener("keydown", forget, true);
