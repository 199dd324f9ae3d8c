import { useCallback, useState, type ReactNode } from "react";
import type { Row } from "@/crud/column";
import { useShown } from "@/crud/detail/useShown";
import { usePermitted } from "@/lib/session";
import type { RowAction } from "@/crud/table/RowActions";
import { OrderDialog, VerbHost } from "@/loan/lazyDialogs";
import type { Opening } from "@/loan/verbs/verb";
import { permissionOf } from "./orderActions";

interface OrderDialogs {
  show: (id: number) => void;
  act: (opening: Opening) => void;
  dialogs: ReactNode;
}

/**
 * The dialogs of orders on any page: the order that is looked at, and above it what is being decided.
 * A decision does not live in the order's dialog: Back closes that one, and what was typed stays.
 */
export function useOrderDialogs(): OrderDialogs {
  const shown = useShown();
  const [opening, setOpening] = useState<Opening | null>(null);
  const canQuery = usePermitted([permissionOf("query")]);
  const id = canQuery ? shown.id : null;
  return {
    show: shown.open,
    act: setOpening,
    dialogs: (
      <>
        {id === null ? null : (
          <OrderDialog
            key={id}
            id={id}
            shown={shown}
            onAct={(verb) => setOpening({ verb, id })}
            onClose={shown.close}
          />
        )}
        {opening ? <VerbHost {...opening} onClose={() => setOpening(null)} /> : null}
      </>
    ),
  };
}

/** For lists of what happened to orders: the action that opens a row's order, and its dialogs. */
export function useOrderOfRow<R extends Row & { dingdanId: number }>(): {
  actions: () => RowAction<R>[];
  dialogs: ReactNode;
} {
  const { show, dialogs } = useOrderDialogs();
  const actions = useCallback(
    (): RowAction<R>[] => [
      {
        label: "订单",
        perm: permissionOf("query"),
        onClick: ({ dingdanId }) => show(dingdanId),
      },
    ],
    [show],
  );
  return { actions, dialogs };
}
