import { useCallback, useState, type ReactNode } from "react";
import type { Row } from "@/crud/column";
import type { RowAction } from "@/crud/table/RowActions";
import { OrderDialog } from "@/loan/lazyDialogs";
import { permissionOf } from "./orderActions";

/** For lists of what happened to orders: the action that opens a row's order, and its dialog. */
export function useOrderOfRow<R extends Row & { dingdanId: number }>(): {
  actions: () => RowAction<R>[];
  dialog: ReactNode;
} {
  const [shown, setShown] = useState<number | null>(null);
  const actions = useCallback(
    (): RowAction<R>[] => [
      {
        label: "订单",
        perm: permissionOf("query"),
        onClick: ({ dingdanId }) => setShown(dingdanId),
      },
    ],
    [],
  );
  return {
    actions,
    dialog: shown === null ? null : <OrderDialog id={shown} onClose={() => setShown(null)} />,
  };
}
