import { Button } from "antd";
import type { PageHandle } from "@/crud/page";
import { toast } from "@/lib/feedback";
import { permissionOf } from "@/loan/order/orderActions";
import { decide } from "@/loan/order/orderDetail";
import { beginQueue, waiting } from "@/loan/review/useQueue";

/** 逐笔审核: the oldest application first, and after each the next one. */
export function ReviewInTurn({ page }: { page: Pick<PageHandle, "open" | "may"> }) {
  if (!page.may(permissionOf("shenhe"))) return null;
  async function begin() {
    beginQueue();
    const [id] = (await waiting()).ids;
    if (id === undefined) toast.info("没有待审核的订单");
    else decide({ verb: "shenhe", id, isQueue: true }, page);
  }
  return <Button onClick={() => void begin()}>逐笔审核</Button>;
}
