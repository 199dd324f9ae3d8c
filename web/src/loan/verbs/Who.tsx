import type { OrderDetail } from "@/api/types.gen";

/** Who and what it is about, for the line above the sentence; its room is kept until it is known. */
export function Who({ order }: { order: OrderDetail | undefined }) {
  const names = order ? [order.userShow, order.projectShow, order.bianhao] : ["\u00a0"];
  return <p className="verb-who">{names.filter(Boolean).join(" · ")}</p>;
}
