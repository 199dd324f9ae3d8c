import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadChunk } from "./chunk";

interface Faces<P> {
  /** Shown until the code is there. */
  waiting: (props: P) => ReactNode;
  /** Shown when it did not come: a sentence and 重试, made of what is already here. */
  failed: (props: P, retry: () => void) => ReactNode;
}

type Outcome = "waiting" | "failed" | "loaded";

/**
 * A part whose code arrives when it is first shown. It is its own boundary: code that does not
 * come leaves a sentence in this place and everything around it as it was. (A rejected
 * `React.lazy` would unmount up to the next boundary, and stays rejected for ever.)
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, failed }: Faces<P>,
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  let pending: Promise<void> | undefined;
  /** Those on the screen: what comes for one of them comes for all. */
  const shown = new Set<() => void>();

  async function fetchCode() {
    try {
      Loaded = await loadChunk(load);
      for (const show of shown) show();
    } finally {
      pending = undefined;
    }
  }

  return function Part(props: P) {
    const [outcome, setOutcome] = useState<Outcome>("waiting");

    useEffect(() => {
      const show = () => setOutcome("loaded");
      shown.add(show);
      return () => void shown.delete(show);
    }, []);

    useEffect(() => {
      if (outcome !== "waiting") return;
      let isGone = false;
      const settle = (next: Outcome) => () => {
        if (!isGone) setOutcome(next);
      };
      pending ??= Loaded ? Promise.resolve() : fetchCode();
      pending.then(settle("loaded"), settle("failed"));
      return () => {
        isGone = true;
      };
    }, [outcome]);

    if (Loaded) return <Loaded {...props} />;
    return outcome === "failed" ? failed(props, () => setOutcome("waiting")) : waiting(props);
  };
}
