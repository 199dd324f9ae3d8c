import { useCallback, useLayoutEffect, useRef } from "react";

/** A callback whose identity never changes and which always runs the newest body: memoised rows stay put. */
export function useStable<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
