import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { call, quiet } from "@/api/client";
import type { CheckedRule, CheckGoing, CheckReport } from "@/api/types.gen";
import "@/crud/table/resourceTable.css";
import { NoPermission } from "@/crud/table/TableNotice";
import { usePermitted } from "@/lib/session";
import { Tag } from "@/widgets/Tag";
import "./zijin.css";

const PERMISSION = "app:zijin:jiancha";

/** 账实检查: proves the rules of the books on every order there is. */
export default function CheckPage() {
  const isPermitted = usePermitted([PERMISSION]);
  return isPermitted ? <Checks /> : <NoPermission label="账实检查" permission={PERMISSION} />;
}

/** Asks until the check is done; the server answers within seconds either way. */
async function prove(onProgress: (progress: CheckGoing) => void): Promise<CheckReport> {
  // No number yet: a new check, or the one that somebody else has started.
  let jianchaId = 0;
  for (;;) {
    const answer = await call("GET /app/zijin/jiancha", { jianchaId }, { ...quiet, timeoutMs: 0 });
    if (!("isJinxing" in answer)) return answer;
    onProgress(answer);
    jianchaId = answer.jianchaId;
  }
}

function Checks() {
  const [progress, setProgress] = useState<CheckGoing>();
  const check = useMutation({
    mutationFn: () => prove(setProgress),
    onSettled: () => setProgress(undefined),
  });
  return (
    <div className="resource-table checks">
      <div className="table-bar">
        <div className="table-actions">
          <Button type="primary" loading={check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? "正在检查…" : check.data ? "重新检查" : "开始检查"}
          </Button>
          <span className="muted" role="status">
            {check.isPending
              ? waiting(progress)
              : "逐单核对还款计划、资金流水和总账，只读，不改任何数据"}
          </span>
        </div>
      </div>
      {check.error ? (
        <div className="sums-error" role="alert">
          没有检查成功：{check.error.message}
        </div>
      ) : null}
      {check.data ? <Result report={check.data} isOld={check.isPending} /> : null}
    </div>
  );
}

function waiting(progress: CheckGoing | undefined) {
  if (!progress) return "正在逐单核对";
  const { dingdanShu, baifenbi } = progress;
  return `正在逐单核对，已核对 ${dingdanShu.toLocaleString("zh-CN")} 个订单，约 ${baifenbi}%`;
}

function Result({ report, isOld }: { report: CheckReport; isOld: boolean }) {
  const broken = report.xiang.filter(({ isTongguo }) => !isTongguo).length;
  return (
    <div className="checks-result" data-stale={isOld || undefined}>
      <p className="checks-verdict" data-passed={report.isTongguo}>
        <strong>{report.isTongguo ? "全部通过" : `${broken} 项没有通过`}</strong>
        <span className="muted">
          {report.jianchaTime}，共核对 {report.dingdanShu.toLocaleString("zh-CN")} 个订单
          {report.shengjiShu
            ? `，其中 ${report.shengjiShu.toLocaleString("zh-CN")} 个在升级之前已有，只从升级时起可证`
            : null}
        </span>
      </p>
      {report.fengcun.map((sentence) => (
        <div key={sentence} className="sums-error" role="alert">
          {sentence}
        </div>
      ))}
      <ol className="checks-list">
        {report.xiang.map((one) => (
          <li key={one.bianhao}>
            <div className="checks-line">
              <span className="checks-number">{one.bianhao}</span>
              <span>{one.mingcheng}</span>
              {one.isTongguo ? (
                <Tag type="success">通过</Tag>
              ) : (
                <Tag type="danger">{one.cuowushu.toLocaleString("zh-CN")} 处不符</Tag>
              )}
            </div>
            {one.isTongguo ? null : <Offences check={one} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The server names the first of many; the count says how many there are. */
function Offences({ check }: { check: CheckedRule }) {
  const hidden = check.cuowushu - check.cuowu.length;
  return (
    <ul className="checks-offences">
      {check.cuowu.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {hidden > 0 ? (
        <li className="muted">另有 {hidden.toLocaleString("zh-CN")} 处未列出</li>
      ) : null}
    </ul>
  );
}
