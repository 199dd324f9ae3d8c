import type { ComponentType } from "react";
import { Receive } from "@/loan/receipt/Receive";
import { ConfirmRepayment } from "./ConfirmRepayment";
import { Discount } from "./Discount";
import { Extend } from "./Extend";
import { Payout } from "./Payout";
import { Prepay } from "./Prepay";
import { Recover } from "./Recover";
import { RepeatPayout } from "./RepeatPayout";
import { Review } from "./Review";
import type { Opening, Verb, VerbProps } from "./verb";
import "./verbs.css";
import { Cancel, Undo, WriteOff } from "./WithReason";

const DIALOGS: Record<Verb, ComponentType<VerbProps>> = {
  shenhe: Review,
  fangkuan: Payout,
  chongqian: RepeatPayout,
  querenhuankuan: ConfirmRepayment,
  daozhang: Receive,
  tiqian: Prepay,
  hexiao: WriteOff,
  shouhui: Recover,
  quxiao: Cancel,
  yanqi: Extend,
  youhui: Discount,
  chexiao: Undo,
};

/** The dialog of the decision that is being made. */
export function VerbHost({ verb, ...props }: VerbProps & Opening) {
  const Dialog = DIALOGS[verb];
  return <Dialog {...props} />;
}
