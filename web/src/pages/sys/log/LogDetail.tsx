import { useQuery } from "@tanstack/react-query";
import { Descriptions, Skeleton, Tabs } from "antd";
import { call, type Result } from "@/api/client";
import { Dialog } from "@/lib/Dialog";
import { DiffView } from "@/widgets/DiffView";
import { DictTag } from "@/widgets/DictTag";
import { JsonView } from "@/widgets/JsonView";
import { OrderText } from "@/loan/order/OrderText";
import { labelsOf, readChanges, type Change } from "./change";

type Log = Result<"GET /sys/log/findById/{id}">;

/** One entry of the operation log: the facts, then what changed, what was asked, what was answered. */
export function LogDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["record", "sys/log", id],
    queryFn: ({ signal }) => call("GET /sys/log/findById/{id}", { id }, { signal }),
  });
  return (
    <Dialog title="操作日志" width={1000} isWaiting={!data} onClose={onClose}>
      {error ? <p role="alert">没有加载成功：{error.message}</p> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data ? <Detail log={data} /> : null}
    </Dialog>
  );
}

function Detail({ log }: { log: Log }) {
  const changes = readChanges(log.bianhua);
  const tabs = [
    ...(changes.length > 0
      ? [
          {
            key: "bianhua",
            label: "变更前后",
            children: <Changes changes={changes} labels={labelsOf(log.url)} />,
          },
        ]
      : []),
    ...(log.canshu
      ? [{ key: "canshu", label: "请求参数", children: <JsonView value={log.canshu} /> }]
      : []),
    ...(log.jieguo
      ? [{ key: "jieguo", label: "返回结果", children: <JsonView value={log.jieguo} /> }]
      : []),
  ];
  return (
    <>
      <Descriptions
        size="small"
        column={3}
        items={[
          {
            key: "miaoshu",
            label: "描述",
            children: <OrderText text={log.miaoshu ?? ""} />,
            span: 3,
          },
          { key: "mokuai", label: "模块", children: log.mokuai },
          { key: "type", label: "类型", children: <DictTag dict="log_type" value={log.type} /> },
          { key: "state", label: "结果", children: <DictTag dict="log_state" value={log.state} /> },
          {
            key: "who",
            label: "操作人",
            children: [log.nickName, log.loginName].filter(Boolean).join(" / ") || "—",
          },
          { key: "when", label: "时间", children: log.createTime },
          { key: "haoshi", label: "耗时", children: `${log.haoshi} ms` },
          { key: "ip", label: "地址", children: log.ip || "—" },
          { key: "url", label: "请求", children: `${log.method} ${log.url}`, span: 2 },
          { key: "traceId", label: "追踪号", children: log.traceId },
          { key: "ua", label: "浏览器", children: log.ua || "—", span: 2 },
          ...(log.cuowu ? [{ key: "cuowu", label: "错误信息", children: log.cuowu, span: 3 }] : []),
        ]}
      />
      {tabs.length > 0 ? <Tabs items={tabs} /> : null}
    </>
  );
}

interface ChangesProps {
  changes: Change[];
  labels: Record<string, string>;
}

function Changes({ changes, labels }: ChangesProps) {
  return changes.map((change) => (
    <DiffView key={JSON.stringify(change.before)} {...change} labels={labels} />
  ));
}
