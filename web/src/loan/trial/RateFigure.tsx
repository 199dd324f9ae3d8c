import { annualRate } from "@/lib/money";
import { useRateTone, type RateTone } from "./rateLines";

const TITLES: Record<RateTone, string | undefined> = {
  plain: undefined,
  warned: "高于综合年化预警线",
  refused: "高于综合年化上限",
};

const CLASSES: Record<RateTone, string | undefined> = {
  plain: undefined,
  warned: "attention",
  refused: "overdue",
};

/** An annual rate: amber above the warning line, red above the cap. */
export function RateFigure({ ppm }: { ppm: number }) {
  const tone = useRateTone()(ppm);
  return (
    <span className={CLASSES[tone]} title={TITLES[tone]}>
      {annualRate(ppm)}
    </span>
  );
}
