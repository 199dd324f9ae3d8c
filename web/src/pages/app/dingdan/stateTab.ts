import { withOrders, withSearch, type TableState } from "@/crud/table/tableState";

type Search = Readonly<Record<string, string>>;

/** Neither a state nor 逾期 is asked for. */
export const ALL = "";
/** Overdue is a flag beside the state, yet an operator looks at it as at a state. */
export const OVERDUE = "YUQI";

/** The search without what the tabs set. */
export function withoutTab(search: Search): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => name !== "state" && name !== "isYuqi"),
  );
}

/** The search a tab stands for; everything else that was asked stays. */
export function withTab(search: Search, tab: string): Record<string, string> {
  const rest = withoutTab(search);
  if (tab === ALL) return rest;
  return tab === OVERDUE ? { ...rest, isYuqi: "true" } : { ...rest, state: tab };
}

const LATEST_LAST = { column: "yuqiTianshu", asc: false };

/** The list a tab shows: overdue ones begin with the longest, and no other tab keeps that order. */
export function turnedTo(state: TableState, tab: string): TableState {
  const isLate = tab === OVERDUE;
  const others = state.orders.filter(({ column }) => column !== LATEST_LAST.column);
  const orders = isLate ? [LATEST_LAST] : others;
  return withOrders(withSearch(state, withTab(state.search, tab)), orders);
}

/** The tab a search shows; null when the column filters ask for something no tab stands for. */
export function chosenTab({ state = "", isYuqi = "" }: Search): string | null {
  if (state === "" && isYuqi === "true") return OVERDUE;
  if (isYuqi !== "" || state.includes(",")) return null;
  return state;
}
