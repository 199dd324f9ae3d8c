import { permissionOf } from "@/loan/order/orderActions";
import type { Bill, OrderDetail } from "@/api/types.gen";

export type BillAction =
  | "querenhuankuan"
  | "daozhang"
  | "yanqi"
  | "tiqian"
  | "youhui"
  | "chexiao"
  | "hexiao"
  | "shouhui";

type Known = Pick<OrderDetail, "isYuqi" | "kechexiao">;
type Flags = Pick<Bill, "state" | "isTiqian" | "isYulan"> & {
  huankuanJihuaList: readonly { isHuankuan: boolean; isYanqi: boolean; isYuqi: boolean }[];
};

/** What the bill offers, by its flags, the order's state and the person's permissions; a preview nothing. */
export function billActions(
  order: Known,
  bill: Flags,
  permissions: ReadonlySet<string>,
): ReadonlySet<BillAction> {
  if (bill.isYulan) return new Set();
  const items = bill.huankuanJihuaList;
  const isOwed = bill.state === "DAIHUANKUAN";
  const possible: Record<BillAction, boolean> = {
    querenhuankuan: items.some(({ isHuankuan }) => isHuankuan),
    daozhang: isOwed,
    yanqi: items.some(({ isYanqi, isYuqi }) => isYanqi && !isYuqi),
    tiqian: isOwed && bill.isTiqian,
    youhui: isOwed,
    chexiao: order.kechexiao !== null,
    hexiao: isOwed && order.isYuqi,
    shouhui: bill.state === "YIHEXIAO",
  };
  return new Set(
    (Object.keys(possible) as BillAction[]).filter(
      (action) => possible[action] && permissions.has(permissionOf(action)),
    ),
  );
}
