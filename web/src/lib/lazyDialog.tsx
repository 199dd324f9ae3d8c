import { lazy, Suspense, type ComponentType } from "react";
import { loadChunk } from "./chunk";

/** A dialog whose code arrives when it first opens; the list is drawn without it. */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Dialog = lazy(async () => ({ default: await loadChunk(load) }));
  return (props: P) => (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
