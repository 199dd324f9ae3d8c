import { annualRate } from "@/lib/money";
import { RateFigure } from "./RateFigure";

interface Props {
  /** Parts per million; null where there is no such rate. */
  simple: number | null;
  compound: number | null;
}

/** What the loan costs a year, as the borrower must be told. */
export function AnnualRate({ simple, compound }: Props) {
  if (simple === null) return <span className="muted">年化利率无法计算</span>;
  return (
    <span title="按内部收益率计算的年化利率（单利），括号内为复利">
      年化 <RateFigure ppm={simple} />
      {compound === null ? "" : `（复利 ${annualRate(compound)}）`}
    </span>
  );
}
