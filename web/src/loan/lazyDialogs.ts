import { lazyDialog } from "@/lib/lazyDialog";

export const OrderDialog = lazyDialog(
  async () => (await import("@/loan/order/OrderDialog")).OrderDialog,
);
export const NewOrder = lazyDialog(async () => (await import("@/loan/newOrder/NewOrder")).NewOrder);
export const BatchReview = lazyDialog(
  async () => (await import("@/loan/verbs/BatchReview")).BatchReview,
);
export const StatementDialog = lazyDialog(
  async () => (await import("@/loan/receipt/StatementDialog")).StatementDialog,
);
export const VerbHost = lazyDialog(async () => (await import("@/loan/verbs/VerbHost")).VerbHost);
export const CustomerDialog = lazyDialog(
  async () => (await import("@/loan/customer/CustomerDialog")).CustomerDialog,
);
export const AssignDialog = lazyDialog(
  async () => (await import("@/loan/customer/AssignDialog")).AssignDialog,
);
export const NotifyDialog = lazyDialog(
  async () => (await import("@/loan/customer/NotifyDialog")).NotifyDialog,
);
export const CopyDialog = lazyDialog(
  async () => (await import("@/loan/customer/CopyDialog")).CopyDialog,
);
