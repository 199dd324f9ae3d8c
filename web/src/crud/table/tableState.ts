import { getPref, setPref } from "@/lib/prefs";
import { formatOrders, parseOrders, type Order } from "./orders";

export const PAGE_SIZES = [10, 20, 30, 50] as const;
export const DEFAULT_SIZE = 10;

/** Everything that decides which rows a table shows; it lives in the hash URL. */
export interface TableState {
  current: number;
  size: number;
  orders: Order[];
  /** Search fields by name; filters are their chosen values joined by comma. */
  search: Record<string, string>;
}

/** What a URL may contain for one table. Anything else in it is left alone. */
export interface TableNames {
  search: ReadonlySet<string>;
  sortable: ReadonlySet<string>;
}

const RESERVED = new Set(["current", "size", "orders"]);

export function readState(params: URLSearchParams, names: TableNames): TableState {
  const search: Record<string, string> = {};
  for (const [name, value] of params) {
    if (names.search.has(name) && !RESERVED.has(name) && value !== "") search[name] = value;
  }
  return {
    current: readCount(params.get("current"), 1),
    size: readSize(params.get("size")),
    orders: parseOrders(params.get("orders") ?? "", names.sortable),
    search,
  };
}

/** Writes the state into a copy of the URL's parameters; defaults stay out of it. */
export function writeState(
  params: URLSearchParams,
  state: TableState,
  names: TableNames,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...RESERVED, ...names.search]) next.delete(name);
  if (state.current !== 1) next.set("current", String(state.current));
  if (state.size !== DEFAULT_SIZE) next.set("size", String(state.size));
  if (state.orders.length > 0) next.set("orders", formatOrders(state.orders));
  for (const [name, value] of Object.entries(state.search)) {
    if (value !== "") next.set(name, value);
  }
  return next;
}

/** What is listed and in which order, without the page. */
export function listQuery({ search, orders }: TableState): Record<string, string> {
  return orders.length > 0 ? { ...search, orders: formatOrders(orders) } : { ...search };
}

/** The generic payload of a paged query: search fields, current, size, total and orders. */
export function toPayload(state: TableState, total: number): Record<string, string | number> {
  return { ...listQuery(state), current: state.current, size: state.size, total };
}

export function filterValues(state: TableState, name: string): string[] {
  const joined = state.search[name];
  return joined ? joined.split(",") : [];
}

/** Search, filter and sort changes always show the first page again. */
export function withSearch(state: TableState, search: Record<string, string>): TableState {
  return { ...state, search, current: 1 };
}

export function withFilter(state: TableState, name: string, values: string[]): TableState {
  const search = { ...state.search };
  delete search[name];
  if (values.length > 0) search[name] = values.join(",");
  return withSearch(state, search);
}

export function withOrders(state: TableState, orders: Order[]): TableState {
  return { ...state, orders, current: 1 };
}

export function withSize(state: TableState, size: number): TableState {
  return { ...state, size, current: 1 };
}

function readCount(text: string | null, fallback: number): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count >= 1 ? count : fallback;
}

const SIZE_PREF = "pageSize";

/** The size a person chose is theirs in every list, until they choose another. */
export function rememberSize(size: number) {
  setPref(SIZE_PREF, size === DEFAULT_SIZE ? null : size);
}

const isOffered = (size: unknown) => (PAGE_SIZES as readonly unknown[]).includes(size);

function readSize(text: string | null): number {
  const remembered = getPref<number>(SIZE_PREF);
  if (text !== null && isOffered(Number(text))) return Number(text);
  return remembered !== undefined && isOffered(remembered) ? remembered : DEFAULT_SIZE;
}
