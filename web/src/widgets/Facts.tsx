import type { ReactNode } from "react";
import "./facts.css";

/** Labels above values, side by side; the class says how they are laid out. */
export function Facts({ className, children }: { className: string; children: ReactNode }) {
  return <dl className={`facts ${className}`}>{children}</dl>;
}

interface FactProps {
  label: string;
  className?: string | undefined;
  /** More about the value, for the pointer. */
  title?: string | undefined;
  children: ReactNode;
}

export function Fact({ label, className, title, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd title={title}>{children}</dd>
    </div>
  );
}
