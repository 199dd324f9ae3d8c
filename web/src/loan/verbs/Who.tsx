import type { OrderDetail } from "@/api/types.gen";
import { RowName } from "@/crud/detail/RowName";
import { OrderLink } from "@/loan/order/OrderLink";

/** Who and what it is about, for the line above the sentence; its room is kept until it is known. */
export function Who({ order }: { order: OrderDetail | undefined }) {
  if (!order) return <p className="verb-who">{"\u00a0"}</p>;
  return (
    <p className="verb-who">
      <RowName resource="app/user" id={order.userId}>
        {order.userShow}
      </RowName>
      {order.projectShow ? ` · ${order.projectShow}` : null}
      {" · "}
      <OrderLink id={order.id} bianhao={order.bianhao} />
    </p>
  );
}
