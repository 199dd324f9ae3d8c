import type { ComponentType } from "react";
import type { OrderAction } from "../orderActions";
import { ConfirmRepayment } from "./ConfirmRepayment";
import { Discount } from "./Discount";
import { Extend } from "./Extend";
import { Payout } from "./Payout";
import { Prepay } from "./Prepay";
import { Recover } from "./Recover";
import { RepeatPayout } from "./RepeatPayout";
import { Review } from "./Review";
import type { VerbProps } from "./verb";
import { Cancel, Undo, WriteOff } from "./WithReason";

/** The actions of a row, and those that only the bill offers. */
export type Verb = OrderAction | "yanqi" | "youhui" | "chexiao";

export interface Opening {
  verb: Verb;
  id: number;
}

const DIALOGS: Record<Verb, ComponentType<VerbProps>> = {
  shenhe: Review,
  fangkuan: Payout,
  chongqian: RepeatPayout,
  querenhuankuan: ConfirmRepayment,
  tiqian: Prepay,
  hexiao: WriteOff,
  shouhui: Recover,
  quxiao: Cancel,
  yanqi: Extend,
  youhui: Discount,
  chexiao: Undo,
};

/** The dialog of the decision that is being made, if one is. */
export function VerbHost({ opening, onClose }: { opening: Opening | null; onClose: () => void }) {
  if (!opening) return null;
  const Dialog = DIALOGS[opening.verb];
  return <Dialog id={opening.id} onClose={onClose} />;
}
