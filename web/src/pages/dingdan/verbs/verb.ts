import type { OrderDetail } from "../orderTypes";

/** What every dialog of a verb is given. */
export interface VerbProps {
  id: number;
  onClose: () => void;
}

/** Who and what it is about, for the line above the sentence. */
export function who(order: OrderDetail | undefined): string {
  if (!order) return " ";
  return [order.userShow, order.projectShow, order.bianhao].filter(Boolean).join(" · ");
}
