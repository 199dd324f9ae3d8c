/** One sort of the payload: a column and whether it ascends. */
export interface Order {
  column: string;
  asc: boolean;
}

/** `createTime:desc,name:asc`, the way the server reads several sorts. */
export function formatOrders(orders: readonly Order[]): string {
  return orders.map(({ column, asc }) => `${column}:${asc ? "asc" : "desc"}`).join(",");
}

/** Reads what formatOrders wrote; names the table cannot sort by are dropped, as is a repeated one. */
export function parseOrders(text: string, sortable: ReadonlySet<string>): Order[] {
  const orders = new Map<string, Order>();
  for (const part of text.split(",")) {
    const [column = "", direction = ""] = part.split(":");
    if (!sortable.has(column) || orders.has(column)) continue;
    orders.set(column, { column, asc: direction === "asc" || direction === "true" });
  }
  return [...orders.values()];
}

/** The server sorts by at most so many columns; the one clicked longest ago makes room. */
const MOST = 5;

/**
 * A click on one of a column's two arrows: takes that direction, or clears the column when it
 * already had it. Other sorted columns keep their place.
 */
export function clickArrow(orders: readonly Order[], column: string, asc: boolean): Order[] {
  const current = orders.find((order) => order.column === column);
  if (!current) return [...orders, { column, asc }].slice(-MOST);
  if (current.asc === asc) return orders.filter((order) => order !== current);
  return orders.map((order) => (order === current ? { column, asc } : order));
}
