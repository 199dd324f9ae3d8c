import { lazy, Suspense, type ComponentType } from "react";
import { loadChunk } from "../lib/chunk";

/** A dialog whose code arrives when it first opens; the list is drawn without it. */
function onOpen<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Dialog = lazy(async () => ({ default: await loadChunk(load) }));
  return (props: P) => (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}

export const ResourceForm = onOpen(async () => (await import("./ResourceForm")).ResourceForm);
export const ImportDialog = onOpen(async () => (await import("./ImportDialog")).ImportDialog);
export const CellViewer = onOpen(async () => (await import("./CellViewer")).CellViewer);
