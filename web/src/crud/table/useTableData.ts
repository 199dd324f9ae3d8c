import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "@/api/client";
import type { Page } from "@/api/resources";
import { oldDataMs, useOwn } from "@/lib/useOwn";
import type { Row } from "@/crud/column";
import { toPayload, type TableState } from "./tableState";

export interface TableData<R extends Row> {
  rows: R[];
  total: number;
  isTotalExact: boolean;
  /** Nothing has been answered yet. */
  isLoading: boolean;
  isFetching: boolean;
  /** The rows are those of the page or search before, for a moment at most. */
  isOld: boolean;
  error: Error | null;
  reload: () => void;
}

interface Options {
  path: string;
  state: TableState;
  /** Search fields that the page fixes and the person never sees. */
  fixed?: Record<string, string | number>;
  isEnabled?: boolean;
  /** Another verb of the resource, when its list is not findAllByPage. */
  verb?: string;
}

let instances = 0;

/**
 * One page of rows. The old rows stay for a second while new ones load, never longer and never
 * after a failure: what is shown belongs to what the controls say. An answer that was overtaken is
 * cancelled, and one that arrives anyway belongs to another key and is never shown.
 */
export function useTableData<R extends Row>(options: Options): TableData<R> {
  const { path, state, fixed, isEnabled = true, verb = "findAllByPage" } = options;
  // Each table has its own rows: a page opened again starts fresh, a hidden one keeps what it had.
  const [instance] = useState(() => ++instances);
  const total = useRef(0);
  const hasRows = useRef(false);
  const query = useQuery({
    queryKey: ["rows", path, instance, verb, fixed, state],
    queryFn: async ({ signal }) => {
      const answer = await call<Page<R> | R[]>("GET", `/api/${path}/${verb}`, {
        query: { ...toPayload(state, total.current), ...fixed },
        signal,
        ...(hasRows.current ? { overlayAfterMs: oldDataMs } : {}),
      });
      const page = Array.isArray(answer) ? { records: answer, total: answer.length } : answer;
      total.current = page.total;
      hasRows.current = page.records.length > 0;
      return page;
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    refetchOnMount: ({ state: now }) => (now.isInvalidated ? "always" : false),
    refetchOnWindowFocus: false,
    retry: false,
  });
  const page = useOwn(query).data as Page<R> | undefined;
  const isLate = page === undefined && query.isPlaceholderData;
  return {
    rows: page?.records ?? (NO_ROWS as R[]),
    total: page?.total ?? 0,
    isTotalExact: page?.totalExact !== false,
    isLoading: query.isLoading || isLate,
    isFetching: query.isFetching,
    isOld: query.isPlaceholderData && !isLate,
    error: query.error,
    reload: () => void query.refetch(),
  };
}

const NO_ROWS: Row[] = [];

/** Tells every table of a resource, hidden ones included, that its rows are no longer true. */
export function useInvalidateRows(): (path: string) => Promise<void> {
  const client = useQueryClient();
  return (path) => client.invalidateQueries({ queryKey: ["rows", path] });
}
