import type { OrderTerms } from "@/api/types.gen";
import { fenToYuan } from "@/lib/money";

/** The amounts the product lends, as copied into the order: from the least in steps. */
export interface Offer {
  least: number;
  step: number;
}

export function offerOf(
  terms: Pick<OrderTerms, "zuixiaoJine" | "jineBuchang"> | undefined,
): Offer | null {
  const { zuixiaoJine: least, jineBuchang: step } = terms ?? {};
  return typeof least === "number" && typeof step === "number" && step > 0 ? { least, step } : null;
}

export function offerText(offer: Offer | null): string {
  if (!offer) return "低于申请金额";
  const { least, step } = offer;
  return `不低于 ${fenToYuan(least)} 元，且为 ${fenToYuan(least)} 元加 ${fenToYuan(step)} 元的整数倍`;
}

/** What is wrong with an approved amount, in words that say how to mend it. */
export function approvalComplaint(
  fen: number,
  asked: number,
  offer: Offer | null,
): string | undefined {
  if (fen <= 0 || fen > asked) return `请输入不高于 ${fenToYuan(asked)} 元的金额`;
  if (fen === asked || !offer) return undefined;
  const { least, step } = offer;
  return fen < least || (fen - least) % step !== 0 ? `批复金额须${offerText(offer)}` : undefined;
}
