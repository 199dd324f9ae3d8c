import { lazyDialog } from "@/lib/lazyDialog";

export const OrderDialog = lazyDialog(async () => (await import("./OrderDialog")).OrderDialog);
export const NewOrder = lazyDialog(async () => (await import("./NewOrder")).NewOrder);
export const BatchReview = lazyDialog(async () => (await import("./BatchReview")).BatchReview);
export const VerbHost = lazyDialog(async () => (await import("./verbs/VerbHost")).VerbHost);
