import type { Result } from "@/api/client";
import type {
  AppDingdanXingqing,
  AppUserShoukuan,
  BillLine,
  ConfirmQuote,
  CopiedPayee,
  LivePayee,
} from "@/api/types.gen";
import type { RowOf } from "@/crud/column";

/** Amounts are fen, rates parts per million, as everywhere on the wire. */
export type Order = RowOf<"app/dingdan">;
export type Account = AppUserShoukuan;
export type RepaymentRecord = AppDingdanXingqing;
export type { Bill, OrderDetail, StateCount, Undoable } from "@/api/types.gen";
export type BillItem = BillLine;
/** What confirming means on the asked value date. */
export type Due = ConfirmQuote;
/** An account, or from the review on the order's copy of it. */
export type AccountData = LivePayee | CopiedPayee;
export type Prepayment = Result<"GET /app/dingdan/tiqianhuankuanInit">;
export type Product = Result<"GET /app/dingdan/chanpin">[number];

export type OrderState =
  | "DAISHENHE"
  | "YIJUJUE"
  | "DAIFANGKUAN"
  | "FANGKUANSHIBAI"
  | "DAIHUANKUAN"
  | "YIJIEQING"
  | "YIQUXIAO"
  | "YIHEXIAO";
