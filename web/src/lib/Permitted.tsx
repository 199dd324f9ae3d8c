import type { ReactNode } from "react";
import { useHasRole, usePermitted } from "./session";

interface RuleProps {
  /** One of these is enough; an empty or missing list removes the element. */
  any?: readonly string[] | null;
  children: ReactNode;
}

/** Keeps its children only for a person who holds one of the permissions. */
export function Permitted({ any, children }: RuleProps) {
  return usePermitted(any) ? children : null;
}

/** Keeps its children only for a person who holds one of the roles. */
export function HasRole({ any, children }: RuleProps) {
  return useHasRole(any) ? children : null;
}
