import type { ReactNode } from "react";
import type { Rows } from "@/api/operations.gen";
import { useLinkTo, type LinkFilter } from "@/lib/linkTo";
import { usePermitted } from "@/lib/session";
import { metaOf } from "./metaOf";

interface Props<P extends keyof Rows> {
  resource: P;
  filter: LinkFilter<P>;
  title?: string;
  /** The name of one row or the way out of a dead end: it looks like what can be pressed. */
  isName?: boolean;
  children: ReactNode;
}

/** A name or a count that leads to the list it speaks of; plain text where there is no way there. */
export function RowLink<P extends keyof Rows>(props: Props<P>) {
  const { resource, filter, title, isName, children } = props;
  const linkTo = useLinkTo();
  // The search shows whom a list is narrowed to only to those who may list them.
  const needed = metaOf(resource).columns.flatMap(({ prop, ref }) =>
    ref && prop in filter ? [`${metaOf(ref).perm}:list`] : [],
  );
  const canSearch = usePermitted(needed);
  const href = needed.length === 0 || canSearch ? linkTo(resource, filter) : undefined;
  if (!href) return children;
  return (
    <a className={isName ? "row-link row-name" : "row-link"} href={href} title={title}>
      {children}
    </a>
  );
}
