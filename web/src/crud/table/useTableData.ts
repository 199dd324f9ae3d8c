import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { CallOptions, Query } from "@/api/client";
import type { Page } from "@/api/resources";
import { oldDataMs, useOwn } from "@/lib/useOwn";
import type { Row } from "@/crud/column";
import { takeAhead } from "@/crud/ahead";
import { findPage } from "@/crud/rows";
import { toPayload, type TableState } from "./tableState";

/** Where rows come from when they do not come a page at a time: a tree, sums, a balance. */
export interface Source<R extends Row, A> {
  /** What the answer depends on; the same means the same answer. */
  ask(state: TableState): Readonly<Record<string, string>>;
  load(asked: Readonly<Record<string, string>>, options: CallOptions): Promise<A>;
  read(answer: A): readonly R[];
}

export interface TableData<R extends Row, A = unknown> {
  rows: readonly R[];
  /** All of what a source answered. */
  answer: A | undefined;
  total: number;
  isTotalExact: boolean;
  /** Nothing has been answered yet. */
  isLoading: boolean;
  isFetching: boolean;
  /** The rows are those of the page or search before, for a moment at most. */
  isOld: boolean;
  error: Error | null;
  /** Asks again, and with the rows for everything that is kept beside them. */
  reload: () => void;
}

interface Options<R extends Row, A> {
  path: string;
  state: TableState;
  /** Search fields that the page fixes and the person never sees. */
  fixed?: Record<string, string | number> | undefined;
  source?: Source<R, A> | undefined;
  /** False while it is not said whose rows are wanted: nobody's are shown. */
  isAsked?: boolean | undefined;
}

let instances = 0;

/**
 * The rows of a list. The old ones stay for a second while new ones load, never longer and never
 * after a failure: what is shown belongs to what the controls say. An answer that was overtaken is
 * cancelled, and one that arrives anyway belongs to another key and is never shown.
 */
export function useTableData<R extends Row, A = unknown>(options: Options<R, A>): TableData<R, A> {
  const { path, state, fixed, source, isAsked = true } = options;
  // Each table has its own rows: a page opened again starts fresh, a hidden one keeps what it had.
  const [instance] = useState(() => ++instances);
  const total = useRef(0);
  const hasRows = useRef(false);
  const invalidate = useInvalidateRows();
  const asked = source?.ask(state);
  const query = useQuery({
    queryKey: ["rows", path, instance, fixed, asked ?? state],
    queryFn: async ({ signal }) => {
      // The list itself says what went wrong, and stays saying it; a toast would say it twice.
      const how = {
        signal,
        silent: true,
        ...(hasRows.current ? { overlayAfterMs: oldDataMs } : {}),
      };
      const answer: Answer<R, A> = await (source && asked
        ? source.load(asked, how).then((whole) => wholeOf(source, whole))
        : firstOrFound<R>(path, { ...toPayload(state, total.current), ...fixed }, how));
      total.current = answer.total;
      hasRows.current = answer.records.length > 0;
      return answer;
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    refetchOnMount: ({ state: now }) => (now.isInvalidated ? "always" : false),
    refetchOnWindowFocus: false,
    retry: false,
  });
  const own = useOwn(query).data as Answer<R, A> | undefined;
  const page = isAsked ? own : undefined;
  const isLate = isAsked && page === undefined && query.isPlaceholderData;
  return {
    rows: page?.records ?? (NO_ROWS as R[]),
    answer: page?.whole,
    total: page?.total ?? 0,
    isTotalExact: page?.totalExact !== false,
    isLoading: query.isLoading || isLate,
    isFetching: query.isFetching,
    isOld: isAsked && query.isPlaceholderData && !isLate,
    error: isAsked ? query.error : null,
    reload: () => void invalidate(path),
  };
}

interface Answer<R, A> extends Omit<Page<R>, "records"> {
  records: readonly R[];
  whole?: A;
}

function wholeOf<R extends Row, A>(source: Source<R, A>, whole: A): Answer<R, A> {
  const records = source.read(whole);
  return { records, total: records.length, whole };
}

/** What was asked for while the page's code was on its way need not be asked again. */
const firstOrFound = <R extends Row>(path: string, query: Query, how: CallOptions) =>
  takeAhead<Page<R>>(path, query) ?? findPage<R>(path, query, how);

const NO_ROWS: Row[] = [];

/** Tells every table of a resource, hidden ones included, that its rows are no longer true. */
export function useInvalidateRows(): (path: string) => Promise<void> {
  const client = useQueryClient();
  return (path) => client.invalidateQueries({ queryKey: ["rows", path] });
}
