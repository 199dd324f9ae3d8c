import { annualRate } from "../lib/money";
import { Money } from "./Money";
import "./trialSchedule.css";

export interface TrialItem {
  qi: number;
  qiShow: string;
  riqi: string;
  yinghuan: number;
  benjin: number;
  lixi: number;
  feiyong: number;
}

/** What `POST dingdan/shisuan` answers: a schedule that nobody owes yet. */
export interface Trial {
  zonghuankuan: number;
  zongbenjin: number;
  zonglixi: number;
  qianzhifei: number;
  zixunfei: number;
  fuwufei: number;
  zongqishu: number;
  /** The cash the customer really gets. */
  shidaoJine: number;
  nianhuaDanli: number | null;
  nianhuaFuli: number | null;
  jinggao: string[];
  huankuanJihuaList: TrialItem[];
}

interface Props {
  /** The newest answer; the one before stays on the screen while another is on its way. */
  trial: Trial | null | undefined;
  isLoading?: boolean;
  /** Why there is no schedule for what was entered, as a sentence. */
  error?: string | undefined;
}

/** A trial schedule: the annual rate first, then what is paid, when and for what. */
export function TrialSchedule({ trial, isLoading = false, error }: Props) {
  return (
    <section className="trial" aria-label="试算" aria-busy={isLoading || undefined}>
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
          <Plan trial={trial} />
        </div>
      ) : null}
      {!trial && !error ? (
        <p className="trial-empty">
          {isLoading ? "正在试算…" : "填写金额、期数和利率后显示试算结果"}
        </p>
      ) : null}
    </section>
  );
}

function Summary({ trial }: { trial: Trial }) {
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
    <dl className="trial-facts">
      <div className="trial-rate">
        <dt>综合年化（单利）</dt>
        <dd>{annualRate(trial.nianhuaDanli) || "—"}</dd>
        <dd className="muted">复利 {annualRate(trial.nianhuaFuli) || "—"}</dd>
      </div>
      {facts.map(([label, fen]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money fen={fen} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Plan({ trial }: { trial: Trial }) {
  const rows = trial.huankuanJihuaList;
  const sum = (name: "yinghuan" | "benjin" | "lixi" | "feiyong") =>
    rows.reduce((total, row) => total + row[name], 0);
  return (
    // A long plan scrolls inside; the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="trial-scroll" tabIndex={0} role="region" aria-label="还款计划">
      <table className="trial-table">
        <thead>
          <tr>
            <th scope="col">期次</th>
            <th scope="col">应还日</th>
            <th scope="col">应还(元)</th>
            <th scope="col">本金(元)</th>
            <th scope="col">利息(元)</th>
            <th scope="col">费用(元)</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.qi}>
              <td>{row.qiShow}</td>
              <td>{row.riqi}</td>
              <td className="trial-due">
                <Money fen={row.yinghuan} />
              </td>
              <td>
                <Money fen={row.benjin} />
              </td>
              <td>
                <Money fen={row.lixi} />
              </td>
              <td>
                <Money fen={row.feiyong} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{rows.length} 期</td>
            <td className="trial-due">
              <Money fen={sum("yinghuan")} />
            </td>
            <td>
              <Money fen={sum("benjin")} />
            </td>
            <td>
              <Money fen={sum("lixi")} />
            </td>
            <td>
              <Money fen={sum("feiyong")} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
