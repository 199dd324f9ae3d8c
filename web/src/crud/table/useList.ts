import type { RowSelectionState } from "@tanstack/react-table";
import { useEffect, useMemo, useState } from "react";
import { sortOf, type Row, type TableColumn } from "@/crud/column";
import { queryNames, type SearchField } from "@/crud/fromMeta";
import { listQuery, withSearch, type TableState } from "./tableState";
import { useTableData, type Source, type TableData } from "./useTableData";
import { useTableState } from "./useTableState";

interface Options<R extends Row, A> {
  path: string;
  columns: readonly TableColumn<R>[];
  fields: readonly SearchField[];
  /** Names of the search that have controls of their own beside the search form. */
  moreNames?: readonly string[] | undefined;
  fixed?: Record<string, string | number> | undefined;
  source?: Source<R, A> | undefined;
  isEmbedded?: boolean | undefined;
  /** The column that says whose rows are listed; without a value of it none are. */
  oneByOne?: string | undefined;
}

/** Everything a list knows: what is asked for (in the URL), the rows, and which are ticked. */
export interface List<R extends Row = Row, A = unknown> extends TableData<R, A> {
  state: TableState;
  setState: (next: TableState, how?: "push" | "replace") => void;
  /** What is listed and in which order, without the page. */
  query: Record<string, string>;
  search: Readonly<Record<string, string>>;
  onSearch: (asked: Record<string, string>) => void;
  selection: RowSelectionState;
  select: (ids: RowSelectionState) => void;
  selected: R[];
  /** Whose rows these are, where they are listed for one at a time. */
  whose: number | undefined;
  /** False while that is not said. */
  isAsked: boolean;
}

/** State, rows and selection of one list, whatever shape its rows are drawn in. */
export function useList<R extends Row, A>(options: Options<R, A>): List<R, A> {
  const { path, columns, fields, moreNames, fixed, source, isEmbedded, oneByOne } = options;
  const names = useMemo(() => {
    const own = columns.filter(({ isFilter }) => isFilter).map(({ prop }) => prop);
    return {
      search: new Set([...fields.flatMap(queryNames), ...(moreNames ?? []), ...own]),
      sortable: new Set(columns.filter(({ isSort }) => isSort).map(sortOf)),
    };
  }, [columns, fields, moreNames]);
  const [state, setState] = useTableState(names, isEmbedded);
  const whose = oneByOne ? (fixed?.[oneByOne] ?? state.search[oneByOne]) : undefined;
  const isAsked = !oneByOne || whose !== undefined;
  const data = useTableData<R, A>({ path, state, fixed, source, isAsked });

  const [chosen, setChosen] = useState({ key: state, ids: NOTHING });
  // Another page or another search shows other rows: what was ticked is out of sight and let go.
  const selection = chosen.key === state ? chosen.ids : NOTHING;

  // Rows deleted from under the last page lead to the page that is last now.
  const lastPage = Math.max(1, Math.ceil(data.total / state.size));
  const isBeyond = !source && !data.isFetching && !data.error && state.current > lastPage;
  useEffect(() => {
    if (isBeyond) setState({ ...state, current: lastPage });
  });

  return {
    ...data,
    state,
    setState,
    query: listQuery(state),
    search: state.search,
    onSearch: (asked) => {
      // Pressing 查询 again asks again: someone wants to know what is there now.
      if (isSame(asked, state.search) && state.current === 1) data.reload();
      else setState(withSearch(state, asked), "push");
    },
    selection,
    select: (ids) => setChosen({ key: state, ids }),
    selected: data.rows.filter(({ id }) => selection[id]),
    whose: whose === undefined ? undefined : Number(whose),
    isAsked,
  };
}

const NOTHING: RowSelectionState = {};

function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
