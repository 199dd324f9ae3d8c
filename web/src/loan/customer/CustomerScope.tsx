import { useMemo, type ReactNode } from "react";
import { OpenersContext } from "@/crud/detail/openers";
import { useShown } from "@/crud/detail/useShown";
import { usePermitted } from "@/lib/session";
import { CustomerDialog } from "@/loan/lazyDialogs";

const IN_URL = { row: "kehu", tab: "kehuTab" };

/** A page whose customers' names open the customer, beside whatever else it shows. */
export function CustomerScope({ children }: { children: ReactNode }) {
  const shown = useShown(IN_URL);
  const mayLook = usePermitted(["app:user:query"]);
  const { open } = shown;
  const openers = useMemo(() => (mayLook ? { "app/user": open } : {}), [mayLook, open]);
  return (
    <OpenersContext.Provider value={openers}>
      {children}
      {mayLook && shown.id !== null ? (
        <CustomerDialog key={shown.id} id={shown.id} shown={shown} onClose={shown.close} />
      ) : null}
    </OpenersContext.Provider>
  );
}
