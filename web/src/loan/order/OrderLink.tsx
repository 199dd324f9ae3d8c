import { RowLink } from "@/crud/RowLink";

/** The number of an order, which leads to it. */
export function OrderLink({ id, bianhao }: { id?: number | null; bianhao: string }) {
  return (
    <RowLink
      resource="app/dingdan"
      filter={typeof id === "number" ? { shown: id } : { bianhao }}
      title="打开订单"
      isName
    >
      {bianhao}
    </RowLink>
  );
}
