import type { OrderAction } from "@/loan/order/orderActions";

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
