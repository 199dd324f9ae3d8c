import type { OrderAction } from "@/loan/order/orderActions";

/** The actions of a row, and those that only the bill offers. */
export type Verb = OrderAction | "yanqi" | "youhui" | "chexiao";

export interface Opening {
  verb: Verb;
  id: number;
  /** One after the other: what is decided leads to the next. */
  isQueue?: boolean;
}

/** What every dialog of a verb is given. */
export interface VerbProps {
  id: number;
  onClose: () => void;
  /** Opens the dialog of another decision, about the same order unless said. */
  onNext?: ((verb: Verb, id?: number) => void) | undefined;
  isQueue?: boolean | undefined;
}
