import { useStable } from "@/lib/useStable";
import { useTabSearch } from "@/lib/tabScope";

/** The names in the URL of a row and of the part of it that is looked at. */
interface Names {
  row: string;
  tab: string;
}

const NAMES: Names = { row: "shown", tab: "tab" };

export interface Shown {
  /** The row whose detail is open. */
  id: number | null;
  /** Which part of it is looked at; null is the first. */
  tab: string | null;
  open: (id: number) => void;
  turn: (tab: string) => void;
  close: () => void;
}

/**
 * The row that is looked at, in the tab's part of the URL: a reload shows it again, Back closes it,
 * and the address can be given to somebody else.
 */
export function useShown({ row: ROW, tab: TAB }: Names = NAMES): Shown {
  const [params, setParams] = useTabSearch();
  const id = Number(params.get(ROW));

  function changed(row: number | null, tab: string | null): URLSearchParams {
    const next = new URLSearchParams(params);
    next.delete(ROW);
    next.delete(TAB);
    if (row !== null) next.set(ROW, String(row));
    if (tab !== null) next.set(TAB, tab);
    return next;
  }

  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : null,
    tab: params.get(TAB),
    open: useStable((row: number) => setParams(changed(row, null), "push")),
    turn: useStable((tab: string) => setParams(changed(id, tab), "replace")),
    close: useStable(() => setParams(changed(null, null), "back")),
  };
}
