import { fenToYuan } from "@/lib/money";
import type { BillLine } from "@/api/types.gen";
import "./receipt.css";

/** What came in for an instalment that is not paid yet, and what it still needs. */
export function PaidInPart({ item }: { item: Pick<BillLine, "yishou" | "weihuan"> }) {
  if (item.yishou === 0) return null;
  return (
    <small className="receipt-part">
      已还 {fenToYuan(item.yishou)} · 待还 {fenToYuan(item.weihuan)}
    </small>
  );
}
