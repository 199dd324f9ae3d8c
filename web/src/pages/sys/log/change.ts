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
