import { useState } from "react";

/**
 * What a form is filled from: taken when it first arrives, and never asked for again by what a query
 * does later. A tab hidden for long forgets its answers, a second try may fail; neither may take
 * away what was typed. `isUntouched`: nothing was typed, so what is newer may replace it.
 */
export function useTaken<T>(now: T | undefined, isUntouched = false): T | undefined {
  const [taken, setTaken] = useState(now);
  const isNewer = now !== undefined && now !== taken;
  if (isNewer && (taken === undefined || isUntouched)) setTaken(now);
  return taken;
}
