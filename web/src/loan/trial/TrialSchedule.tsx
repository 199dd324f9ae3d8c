import type { TrialPlan } from "@/api/types.gen";
import { annualRate } from "@/lib/money";
import { RateFigure } from "./RateFigure";
import { Fact, Facts } from "@/widgets/Facts";
import { Money } from "@/widgets/Money";
import { PlanTable } from "./PlanTable";
import "./trialSchedule.css";

interface Props {
  /** The newest answer; the one before stays on the screen while another is on its way. */
  trial: TrialPlan | null | undefined;
  isLoading?: boolean;
  /** What to fill in before there is anything to try. */
  hint?: string;
  /** Why there is no schedule for what was entered, as a sentence. */
  error?: string | undefined;
}

/** A trial schedule: the annual rate first, then what is paid, when and for what. */
export function TrialSchedule({ trial, isLoading = false, error, hint }: Props) {
  return (
    <section className="trial-schedule" aria-label="试算" aria-busy={isLoading || undefined}>
      {error ? (
        <p className="trial-error" role="alert">
          {error}
        </p>
      ) : null}
      {trial ? (
        <div className="trial-body" data-stale={isLoading || Boolean(error) || undefined}>
          <Summary trial={trial} />
          {trial.jinggao.map((text) => (
            <p key={text} className="trial-warning" role="status">
              {text}
            </p>
          ))}
          {/* A long plan scrolls inside; the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
          <div className="trial-scroll" tabIndex={0} role="region" aria-label="还款计划">
            <PlanTable items={trial.huankuanJihuaList} />
          </div>
        </div>
      ) : null}
      {!trial && !error ? (
        <p className="trial-empty">
          {isLoading ? "正在试算…" : (hint ?? "填写金额、期数和利率后显示试算结果")}
        </p>
      ) : null}
    </section>
  );
}

function Summary({ trial }: { trial: TrialPlan }) {
  const facts: [string, number][] = [
    ["客户实得", trial.shidaoJine],
    // The plan's own sum leaves out what is taken at payout: say why the two differ.
    [trial.qianzhifei > 0 ? "应还总额（含前置费）" : "应还总额", trial.zonghuankuan],
    ["利息", trial.zonglixi],
    ["前置费", trial.qianzhifei],
    ["保险费", trial.zixunfei],
    ["服务费", trial.fuwufei],
  ];
  return (
    <Facts className="trial-facts">
      <Fact label="综合年化（单利）" className="trial-rate">
        {trial.nianhuaDanli === null ? "—" : <RateFigure ppm={trial.nianhuaDanli} />}
        <small className="muted">复利 {annualRate(trial.nianhuaFuli) || "—"}</small>
      </Fact>
      {facts.map(([label, fen]) => (
        <Fact key={label} label={label}>
          <Money fen={fen} />
        </Fact>
      ))}
    </Facts>
  );
}
