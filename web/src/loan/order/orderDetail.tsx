import type { Row } from "@/crud/column";
import type { Detail, PageHandle } from "@/crud/page";
import type { RowAction } from "@/crud/table/RowActions";
import { OrderDialog, VerbHost } from "@/loan/lazyDialogs";
import type { Opening } from "@/loan/verbs/verb";
import { permissionOf } from "./orderActions";

/**
 * Opens the dialog of a verb. It does not live in the order's dialog: whatever becomes of that one,
 * what was typed here stays.
 */
export const decide = (opening: Opening, page: Pick<PageHandle, "open">) =>
  page.open((close) => (
    <VerbHost
      key={`${opening.verb} ${opening.id}`}
      {...opening}
      onClose={close}
      onNext={(verb, id = opening.id) => decide({ ...opening, verb, id }, page)}
    />
  ));

/** The order that is looked at, on any page that shows orders or what happened to them. */
export const orderDetail: Detail = {
  perm: permissionOf("query"),
  draw: (id, shown, page) => (
    <OrderDialog
      key={id}
      id={id}
      shown={shown}
      onAct={(verb) => decide({ verb, id }, page)}
      onClose={shown.close}
    />
  ),
};

/** For lists of what happened to orders: the action that opens a row's order. */
export const orderOfRow = <R extends Row & { dingdanId: number }>(
  page: PageHandle<R>,
): RowAction<R> => ({
  label: "订单",
  perm: permissionOf("query"),
  onClick: ({ dingdanId }) => page.show(dingdanId),
});
