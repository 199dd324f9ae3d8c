import type { ReactNode } from "react";
import { Fact, Facts } from "@/widgets/Facts";
import { Money } from "@/widgets/Money";

export interface Sum {
  label: string;
  fen: number;
  /** Shown only when non-zero. */
  isOptional?: boolean;
  wrap?: (amount: ReactNode) => ReactNode;
}

/** Totals side by side, in yuan. */
export function Sums({ sums, children }: { sums: readonly Sum[]; children?: ReactNode }) {
  return (
    <Facts className="order-sums">
      {sums
        .filter(({ fen, isOptional }) => !isOptional || fen !== 0)
        .map(({ label, fen, wrap }) => {
          const amount = <Money fen={fen} />;
          return (
            <Fact key={label} label={`${label}（元）`}>
              {wrap ? wrap(amount) : amount}
            </Fact>
          );
        })}
      {children}
    </Facts>
  );
}
