import type { OrderDetail } from "@/api/types.gen";
import { RowName } from "@/crud/detail/RowName";

/** Who and what it is about, for the line above the sentence; its room is kept until it is known. */
export function Who({ order }: { order: OrderDetail | undefined }) {
  if (!order) return <p className="verb-who">{"\u00a0"}</p>;
  const rest = [order.projectShow, order.bianhao].filter(Boolean);
  return (
    <p className="verb-who">
      <RowName resource="app/user" id={order.userId}>
        {order.userShow}
      </RowName>
      {rest.map((text) => ` · ${text}`)}
    </p>
  );
}
