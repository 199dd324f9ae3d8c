import { Fragment, type ReactNode } from "react";
import { Money } from "@/widgets/Money";

export interface Figure {
  label: string;
  fen: number | null;
  /** Shown only when there is something to show. */
  isOptional?: boolean;
  isTotal?: boolean;
  isMinus?: boolean;
  /** Wraps the amount, for its explanation. */
  wrap?: (amount: ReactNode) => ReactNode;
}

/** Amounts that lead to one, as the server worked them out; nothing is added up here. */
export function Figures({ figures, isOld }: { figures: readonly Figure[]; isOld?: boolean }) {
  return (
    <dl className={isOld ? "verb-figures verb-loading" : "verb-figures"} aria-busy={isOld}>
      {figures
        .filter(({ fen, isOptional }) => !isOptional || (fen !== null && fen !== 0))
        .map(({ label, fen, isTotal, isMinus, wrap }) => {
          const amount = (
            <>
              {isMinus && fen ? "−" : ""}
              <Money fen={fen} />
            </>
          );
          return (
            <Fragment key={label}>
              <dt className={isTotal ? "verb-total" : undefined}>{label}</dt>
              <dd className={isTotal ? "verb-total" : undefined}>
                {wrap ? wrap(amount) : amount} 元
              </dd>
            </Fragment>
          );
        })}
    </dl>
  );
}
