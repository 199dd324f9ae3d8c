import { lazyDialog } from "../lib/lazyDialog";

export const ResourceForm = lazyDialog(async () => (await import("./ResourceForm")).ResourceForm);
export const ImportDialog = lazyDialog(async () => (await import("./ImportDialog")).ImportDialog);
export const CellViewer = lazyDialog(async () => (await import("./CellViewer")).CellViewer);
