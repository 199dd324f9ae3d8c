import { fenToYuan } from "@/lib/money";
import type { OfferedProduct } from "@/api/types.gen";

type Range = Pick<OfferedProduct, "zuixiaoJine" | "zuidaJine" | "jineBuchang">;

/** What is wrong with an amount for a product, in words that say how to mend it. */
export function amountComplaint(fen: number, product: Range | undefined): string | undefined {
  if (!product) return undefined;
  const { zuixiaoJine, zuidaJine, jineBuchang } = product;
  if (fen < zuixiaoJine || fen > zuidaJine)
    return `请输入 ${fenToYuan(zuixiaoJine)} 到 ${fenToYuan(zuidaJine)} 元之间的金额`;
  if (jineBuchang > 0 && (fen - zuixiaoJine) % jineBuchang !== 0)
    return `金额须为 ${fenToYuan(zuixiaoJine)} 元加 ${fenToYuan(jineBuchang)} 元的整数倍`;
  return undefined;
}
