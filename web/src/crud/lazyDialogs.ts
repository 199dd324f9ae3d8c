import { lazyDialog } from "@/lib/lazyDialog";

export const ResourceForm = lazyDialog(
  async () => (await import("./form/ResourceForm")).ResourceForm,
);
export const ImportDialog = lazyDialog(
  async () => (await import("./import/ImportDialog")).ImportDialog,
);
export const CellViewer = lazyDialog(async () => (await import("./table/CellViewer")).CellViewer);
