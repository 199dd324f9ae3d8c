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

/** Fields that both sides changed since the record was opened, to different values. */
export function clashes(mine: Values, opened: Values, latest: Values): Clash[] {
  return Object.entries(mine).flatMap(([prop, value]) =>
    isEqual(opened[prop], latest[prop]) || isEqual(value, latest[prop])
      ? []
      : [{ prop, mine: value, theirs: latest[prop] }],
  );
}

/** The body of an edit: which row, which version of it was seen, what is new. */
export function editBody(record: Row, changed: Values): Values {
  return { id: record.id, banbenSuo: record.banbenSuo, ...changed };
}
