import { useMemo } from "react";
import type { Rows } from "@/api/operations.gen";
import { useShortcuts, type Shortcut } from "./shortcuts";

/** What a list is narrowed to when a link opens it, by its columns, and what opens above it. */
export type LinkFilter<P extends keyof Rows> = {
  readonly [K in keyof Rows[P]]?: string | number;
} & Above;

interface Above {
  /** A row's detail, and the part of it that is looked at. */
  readonly shown?: number;
  readonly tab?: string;
  /** The form of a new record; of the customer with this number where it is not 0. */
  readonly adding?: number;
}

export type LinkTo = <P extends keyof Rows>(
  resource: P,
  filter: LinkFilter<P>,
) => string | undefined;

/** A page without a query of its own shows the whole resource; one with is a part of it. */
function pageOf(list: readonly Shortcut[], component: string): string | undefined {
  const pages = list.filter((page) => page.component === component).map(({ to }) => to);
  return pages.find((to) => !to.includes("?")) ?? pages[0]?.split("?")[0];
}

function linkIn(list: readonly Shortcut[]): LinkTo {
  return (resource, filter) => {
    const path = pageOf(list, resource);
    if (path === undefined) return undefined;
    const query = Object.entries(filter).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return `#${path}?${new URLSearchParams(query).toString()}`;
  };
}

/**
 * The address of a resource's list, found in the person's menu by the component that shows it;
 * undefined where the person has no such page, so that a name stays plain text.
 */
export function useLinkTo(): LinkTo {
  const list = useShortcuts((state) => state.list);
  return useMemo(() => linkIn(list), [list]);
}
