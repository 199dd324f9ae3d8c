import type { Rows } from "@/api/operations.gen";
import type { ResourceMeta } from "@/api/resources";
import type { PropOf, Row, RowOf } from "./column";
import { metaOf } from "./metaOf";
import type { PageDefinition } from "./page";
import { ResourcePage } from "./ResourcePage";

/** For a page that stands inside a dialog: what it is narrowed to, without a word in the URL. */
export interface EmbeddedProps<R> {
  fixed?: { readonly [K in PropOf<R>]?: string | number };
}

/**
 * The page of a resource: its list, form, import and export as its definition says, and what is
 * special about it, typed by its row.
 */
export function definePage<P extends keyof Rows>(
  path: P,
  page: PageDefinition<RowOf<P>> = {},
  /** Of a resource that comes with its page alone. */
  meta: ResourceMeta = metaOf(path),
) {
  // Every row is a record; the compiler sees it only once the path is known.
  const known = page as unknown as PageDefinition<Row>;
  return function DefinedPage({ fixed }: EmbeddedProps<RowOf<P>>) {
    return (
      <ResourcePage meta={meta} page={known} fixed={fixed as Record<string, string | number>} />
    );
  };
}
