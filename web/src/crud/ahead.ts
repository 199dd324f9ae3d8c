import type { Query } from "@/api/client";
import { resources } from "@/api/resources.gen";
import { listColumns, queryNames, searchFields } from "./fromMeta";
import { findPage } from "./rows";
import { readState, toPayload } from "./table/tableState";

/** Resources whose pages do not begin with a plain list. */
const OTHERWISE = new Set(["sys/menu", "app/config", "app/user/tongxunlu", "app/user/duanxin"]);

/** An answer that nobody fetched by then is too old to be shown. */
const KEPT_MS = 10_000;

interface Asked {
  key: string;
  answer: Promise<unknown>;
}

let ahead: Asked | null = null;

const keyOf = (path: string, query: Query) => `${path} ${JSON.stringify(query)}`;

/**
 * Asks for the first rows of a page while its code is on its way. The page takes the answer when it
 * asks for the very same; otherwise it is forgotten.
 */
export function askAhead(path: string, search: string): void {
  const meta = resources[path];
  if (!meta || OTHERWISE.has(path)) return;
  const columns = listColumns(meta);
  const state = readState(new URLSearchParams(search), {
    search: new Set([
      ...searchFields(meta).flatMap(queryNames),
      ...columns.filter(({ isFilter }) => isFilter).map(({ prop }) => prop),
    ]),
    // A page may sort by more than its resource says.
    sortable: new Set(columns.map(({ prop }) => prop)),
  });
  const query = toPayload(state, 0);
  const asked: Asked = { key: keyOf(path, query), answer: findPage(path, query, { silent: true }) };
  asked.answer.catch(() => {});
  ahead = asked;
  setTimeout(() => {
    if (ahead === asked) ahead = null;
  }, KEPT_MS);
}

/** The answer to what was asked ahead, once. */
export function takeAhead<T>(path: string, query: Query): Promise<T> | undefined {
  if (ahead?.key !== keyOf(path, query)) return undefined;
  const { answer } = ahead;
  ahead = null;
  return answer as Promise<T>;
}
