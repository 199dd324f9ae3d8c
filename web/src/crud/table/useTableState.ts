import { useMemo, useState } from "react";
import { useTabSearch, type SearchHow } from "@/lib/tabScope";
import { readState, writeState, type TableNames, type TableState } from "./tableState";

/** The table's state in the tab's part of the hash URL; that of an embedded table in memory. */
export function useTableState(
  names: TableNames,
  isEmbedded = false,
): [TableState, (next: TableState, how?: SearchHow) => void] {
  const [shared, setShared] = useTabSearch();
  const [own, setOwn] = useState(NO_PARAMS);
  const params = isEmbedded ? own : shared;
  // Only what is the table's own makes another state: opening a row's detail, which stands in the
  // same URL, neither unticks rows nor scrolls the list to its top.
  const text = writeState(NO_PARAMS, readState(params, names), names).toString();
  const state = useMemo(() => readState(new URLSearchParams(text), names), [text, names]);
  return [
    state,
    (next, how) => {
      const written = writeState(params, next, names);
      if (isEmbedded) setOwn(written);
      else setShared(written, how);
    },
  ];
}

const NO_PARAMS = new URLSearchParams();
