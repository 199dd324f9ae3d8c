import type { ReactNode } from "react";
import type { Rows } from "@/api/operations.gen";
import { useOpeners } from "./openers";

interface Props {
  resource: keyof Rows;
  /** None where nobody is named. */
  id: number | null | undefined;
  /** What it does, where the name alone does not say it. */
  label?: string;
  children: ReactNode;
}

/** The name of a row opens it, for those who may see it. */
export function RowName({ resource, id, label, children }: Props) {
  const open = useOpeners()[resource];
  if (!open || !id) return children;
  return (
    <button type="button" className="dt-link" aria-label={label} onClick={() => open(id)}>
      {children}
    </button>
  );
}
