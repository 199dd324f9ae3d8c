import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet } from "../../../../api/client";
import { useDebounced } from "../../../../lib/useDebounced";
import { Ledger } from "../../../../widgets/Ledger";
import { Loaded } from "../../../../widgets/Loaded";
import { AnnualRate } from "../AnnualRate";
import { planColumns } from "../LoanTab";
import type { Trial } from "../orderTypes";
import { Sums } from "../Sums";

export interface TrialAsked {
  projectId: number;
  jiekuanJine: number;
  qishu: number;
}

const TYPING_MS = 300;

/** What the loan would cost, worked out by the server while the form is filled in. */
export function TrialPanel({ asked }: { asked: TrialAsked | null }) {
  const wanted = useDebounced(asked, TYPING_MS);
  const trial = useQuery({
    queryKey: ["dingdan", "trial", wanted],
    queryFn: ({ signal }) =>
      call<Trial>("POST", "/api/app/dingdan/shisuan", { ...quiet, signal, body: wanted }),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <section className="trial" aria-label="试算" aria-busy={trial.isFetching}>
      <h3>试算</h3>
      {asked && wanted ? (
        <Loaded query={trial} rows={8}>
          {(data) => <Result trial={data} isOld={trial.isFetching || wanted !== asked} />}
        </Loaded>
      ) : (
        <p className="muted">选好产品、金额和期数后，这里显示还款计划。</p>
      )}
    </section>
  );
}

function Result({ trial, isOld }: { trial: Trial; isOld: boolean }) {
  const withFees = trial.huankuanJihuaList.some(({ feiyong }) => feiyong !== 0);
  return (
    <div className={isOld ? "trial-result trial-old" : "trial-result"}>
      <Sums
        sums={[
          { label: "应还总额", fen: trial.zonghuankuan },
          { label: "总息费", fen: trial.zongxifei },
          { label: "实到金额", fen: trial.shidaoJine },
          { label: "前置费", fen: trial.qianzhifei, isOptional: true },
          { label: "保险费", fen: trial.zixunfei, isOptional: true },
          { label: "服务费", fen: trial.fuwufei, isOptional: true },
        ]}
      />
      <p className="trial-rate">
        <AnnualRate simple={trial.nianhuaDanli} compound={trial.nianhuaFuli} />
      </p>
      {trial.jinggao.map((warning) => (
        <p key={warning} className="trial-warning" role="alert">
          {warning}
        </p>
      ))}
      <div className="trial-plan">
        <Ledger
          label="试算还款计划"
          columns={planColumns(null, withFees)}
          rows={trial.huankuanJihuaList}
          rowKey={({ qi }) => qi}
        />
      </div>
    </div>
  );
}
