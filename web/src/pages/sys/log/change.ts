import { resources } from "../../../api/resources.gen";

interface Change {
  before: unknown;
  after: unknown;
}

/** What the log keeps of a change: the record before and after; an addition has no before. */
export function readChange(bianhua: unknown): Change | null {
  if (typeof bianhua !== "object" || bianhua === null) return null;
  const { qian, hou } = bianhua as { qian?: unknown; hou?: unknown };
  return qian || hou ? { before: qian, after: hou } : null;
}

/** Chinese names of the fields of the resource a request went to. */
export function labelsOf(url: string): Record<string, string> {
  const path = Object.keys(resources)
    .filter((one) => url.includes(`/api/${one}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  const columns = path ? (resources[path]?.columns ?? []) : [];
  return Object.fromEntries(columns.map(({ prop, label }) => [prop, label]));
}
