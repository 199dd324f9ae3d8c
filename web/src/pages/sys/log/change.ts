import { resources } from "@/api/resources.gen";

export interface Change {
  before: unknown;
  after: unknown;
}

/**
 * What the log keeps of a change: the record before and after. An addition has no before, a
 * deletion no after and several records before.
 */
export function readChanges(bianhua: unknown): Change[] {
  if (typeof bianhua !== "object" || bianhua === null) return [];
  const { qian, hou } = bianhua as { qian?: unknown; hou?: unknown };
  if (Array.isArray(qian)) return qian.map((before: unknown) => ({ before, after: hou }));
  return qian || hou ? [{ before: qian, after: hou }] : [];
}

/** Chinese names of the fields of the resource a request went to. */
export function labelsOf(url: string): Record<string, string> {
  const path = Object.keys(resources)
    .filter((one) => url.includes(`/api/${one}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  const columns = path ? (resources[path]?.columns ?? []) : [];
  return Object.fromEntries(columns.map(({ prop, label }) => [prop, label]));
}
