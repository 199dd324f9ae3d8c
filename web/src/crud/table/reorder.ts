import type { Row } from "@/crud/column";
import { reorderRows } from "@/crud/rows";

const STEP = 10;

export interface NewPlace {
  row: Row;
  paixu: number;
}

/** The new 排序 of the rows whose place changed, after one was moved before another (null: to the end). */
export function newPlaces(rows: readonly Row[], moved: Row, before: Row | null): NewPlace[] {
  const rest = rows.filter(({ id }) => id !== moved.id);
  const at = before ? rest.findIndex(({ id }) => id === before.id) : rest.length;
  const order = [...rest.slice(0, at), moved, ...rest.slice(at)];
  const old = rows.map(({ paixu }) => Number(paixu ?? 0)).toSorted((a, b) => a - b);
  // Distinct numbers are dealt out again, so that rows of other pages keep their place.
  const isDistinct = new Set(old).size === old.length;
  const places = isDistinct ? old : order.map((_, index) => (old[0] ?? 0) + index * STEP);
  return order.flatMap((row, index) => {
    const paixu = places[index] ?? 0;
    return paixu === row.paixu ? [] : [{ row, paixu }];
  });
}

/** Saves a new order in one call, and says how it went. */
export async function saveOrder(path: string, places: readonly NewPlace[]): Promise<void> {
  const records = places.map(({ row, paixu }) => ({
    id: row.id,
    paixu,
    banbenSuo: row.banbenSuo,
  }));
  if (records.length === 0) return;
  // A refusal has said why; the rows are read again either way.
  await reorderRows(path, records).catch(() => undefined);
}
