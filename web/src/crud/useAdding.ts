import { useEffect } from "react";
import { useTabSearch } from "@/lib/tabScope";
import { useStable } from "@/lib/useStable";

const ADDING = "adding";

/**
 * A link may ask for the form of a new record. It opens once and the address forgets it, so that
 * neither a reload nor Back opens it again.
 */
export function useAdding(isAllowed: boolean, add: (userId: number | undefined) => void) {
  const [params, setParams] = useTabSearch();
  const asked = isAllowed ? params.get(ADDING) : null;
  const open = useStable((userId: number) => {
    const rest = new URLSearchParams(params);
    rest.delete(ADDING);
    setParams(rest, "replace");
    add(Number.isSafeInteger(userId) && userId > 0 ? userId : undefined);
  });
  useEffect(() => {
    if (asked !== null) open(Number(asked));
  }, [asked, open]);
}
