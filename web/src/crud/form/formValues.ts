import type { Row } from "@/crud/column";

export type Values = Record<string, unknown>;

/** The fields a person really changed; the server is told nothing else. */
export function changedValues(values: Values, baseline: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isEqual(value, baseline[name])),
  );
}

/** Nothing, empty text and an empty list are the same to a person. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(normal(a)) === JSON.stringify(normal(b));
}

function normal(value: unknown): unknown {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return null;
  return value;
}

export interface Clash {
  prop: string;
  mine: unknown;
  theirs: unknown;
}

/** What stays of one's own changes beside a newer record, and what both sides changed. */
export interface Met {
  kept: Values;
  clashes: Clash[];
}

/** Brings the parts of a field together where both sides changed it; what it cannot is a clash. */
export type Merge = (mine: unknown, opened: unknown, latest: unknown) => MergedField;
export interface MergedField {
  value: unknown;
  clashes: Clash[];
}

/** Fields that both sides changed since the record was opened, to different values. */
export function met(
  mine: Values,
  opened: Values,
  latest: Values,
  merges: Readonly<Record<string, Merge>> = {},
): Met {
  const kept = { ...mine };
  const clashes = Object.entries(mine).flatMap(([prop, value]) => {
    if (isEqual(opened[prop], latest[prop]) || isEqual(value, latest[prop])) return [];
    const merged = merges[prop]?.(value, opened[prop], latest[prop]);
    if (!merged) return [{ prop, mine: value, theirs: latest[prop] }];
    kept[prop] = merged.value;
    return merged.clashes;
  });
  return { kept, clashes };
}

/** The body of an edit: which row, which version of it was seen, what is new. */
export function editBody(record: Row, changed: Values): Values {
  return { id: record.id, banbenSuo: record.banbenSuo, ...changed };
}
