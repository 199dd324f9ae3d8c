import type { OrderAction } from "@/loan/order/orderActions";
import type { OrderDetail } from "@/loan/order/orderTypes";

/** The actions of a row, and those that only the bill offers. */
export type Verb = OrderAction | "yanqi" | "youhui" | "chexiao";

export interface Opening {
  verb: Verb;
  id: number;
}

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
