import { cloneElement, isValidElement, type HTMLAttributes, type ReactNode } from "react";

const ARROWS: Record<string, HTMLAttributes<HTMLElement>> = {
  prev: { "aria-label": "上一页" },
  next: { "aria-label": "下一页" },
  // The kit draws these two as links that lead nowhere; such a one may have no name.
  "jump-prev": { "aria-label": "向前 5 页", role: "button", tabIndex: -1 },
  "jump-next": { "aria-label": "向后 5 页", role: "button", tabIndex: -1 },
};

/** The arrows of a pager are icons alone: they are named here. */
export function namedArrow(_page: number, type: string, item: ReactNode): ReactNode {
  const named = ARROWS[type];
  return named && isValidElement<HTMLAttributes<HTMLElement>>(item)
    ? cloneElement(item, named)
    : item;
}
