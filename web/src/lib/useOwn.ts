import { useLasting } from "./useLasting";

/** How long old rows and figures may stand while those that were asked for load. */
export const oldDataMs = 1000;

interface Asked {
  data: unknown;
  /** What is there answers the question before. */
  isPlaceholderData: boolean;
}

/**
 * A query that keeps the answer to the question before, for a second at most: what is shown
 * belongs to what the controls say.
 */
export function useOwn<Q extends Asked>(query: Q): Q {
  const isLate = useLasting(query.isPlaceholderData, oldDataMs);
  return isLate ? { ...query, data: undefined } : query;
}
