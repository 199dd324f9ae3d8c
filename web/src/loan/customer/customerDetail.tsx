import type { Detail } from "@/crud/page";
import { CustomerDialog } from "@/loan/lazyDialogs";

/** The customer that is looked at, on the page of customers. */
export const customerDetail: Detail = {
  perm: "app:user:query",
  draw: (id, shown) => <CustomerDialog key={id} id={id} shown={shown} onClose={shown.close} />,
};
