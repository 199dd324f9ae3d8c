import { useMemo, useState } from "react";
import { useTabSearch } from "@/lib/tabScope";
import { readState, writeState, type TableNames, type TableState } from "./tableState";

/** The table's state in the tab's part of the hash URL; that of an embedded table in memory. */
export function useTableState(
  names: TableNames,
  isEmbedded = false,
): [TableState, (next: TableState, how?: "push" | "replace") => void] {
  const [shared, setShared] = useTabSearch();
  const [own, setOwn] = useState(NO_PARAMS);
  const params = isEmbedded ? own : shared;
  const state = useMemo(() => readState(params, names), [params, names]);
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
