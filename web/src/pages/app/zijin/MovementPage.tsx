import { ReloadOutlined } from "@ant-design/icons";
import { Button, Segmented, Skeleton } from "antd";
import type { ReactNode } from "react";
import { ExportButton } from "@/crud/ExportButton";
import { queryNames } from "@/crud/fromMeta";
import { ResourceTable } from "@/crud/table/ResourceTable";
import { SearchForm } from "@/crud/search/SearchForm";
import { NoPermission } from "@/crud/table/TableNotice";
import { withSearch } from "@/crud/table/tableState";
import { useTableState } from "@/crud/table/useTableState";
import { Permitted } from "@/lib/Permitted";
import { usePermitted } from "@/lib/session";
import { useTabSearch } from "@/lib/tabScope";
import { GroupTable } from "./GroupTable";
import {
  columns,
  drillInto,
  fields,
  groupings,
  meta,
  readGrouping,
  type Grouping,
  type Movement,
  type Search,
} from "./movements";
import { SumsBar } from "./SumsBar";
import { useSums } from "./useSums";

const LIST = "MINGXI";
const EXPORT = ["app:zijin:liushui:export"];
const NAMES = { search: new Set(fields.flatMap(queryNames)), sortable: new Set<string>() };

/** 资金流水: every movement of money, its sums, and whether the books agree. */
export default function MovementPage() {
  const permission = `${meta.perm}:list`;
  const [params, setParams] = useTabSearch();
  if (!usePermitted([permission]))
    return <NoPermission label={meta.label} permission={permission} />;
  const by = readGrouping(params.get("fenzu"));

  function setView(view: string) {
    const next = new URLSearchParams(params);
    if (view === LIST) next.delete("fenzu");
    else next.set("fenzu", view);
    setParams(next);
  }

  const views = (
    <Segmented
      aria-label="查看方式"
      value={by ?? LIST}
      options={[{ value: LIST, label: "明细" }, ...groupings]}
      onChange={setView}
    />
  );
  return by ? <Grouped by={by} views={views} /> : <List views={views} />;
}

function List({ views }: { views: ReactNode }) {
  const [{ search }] = useTableState(NAMES);
  const sums = useSums(search, "RI");
  return (
    <ResourceTable<Movement>
      meta={meta}
      columns={columns}
      search={fields}
      onReload={() => void sums.refetch()}
      renderTabs={({ search: asked }) => (
        <SumsBar
          search={asked}
          sums={sums.data}
          error={sums.error}
          onRetry={() => void sums.refetch()}
        />
      )}
      renderToolbar={({ query }) => (
        <>
          {views}
          <Permitted any={EXPORT}>
            <ExportButton meta={meta} query={query} />
          </Permitted>
        </>
      )}
    />
  );
}

function Grouped({ by, views }: { by: Grouping; views: ReactNode }) {
  const [state, setState] = useTableState(NAMES);
  const [, setParams] = useTabSearch();
  const { search } = state;
  const sums = useSums(search, by);
  const isOther = sums.isPlaceholderData;

  function open(asked: Search) {
    setParams(new URLSearchParams(asked as Record<string, string>), "push");
  }

  return (
    <div className="resource-table">
      <SearchForm
        label={meta.label}
        fields={fields}
        search={search}
        onSearch={(asked) => {
          setState(withSearch(state, asked), "push");
          void sums.refetch();
        }}
      />
      <SumsBar
        search={search}
        sums={sums.data}
        error={sums.error}
        onRetry={() => void sums.refetch()}
      />
      <div className="table-bar">
        <div className="table-actions">{views}</div>
        <Button
          icon={<ReloadOutlined spin={sums.isFetching} />}
          aria-label="刷新"
          title="刷新"
          onClick={() => void sums.refetch()}
        />
      </div>
      {sums.data && !isOther ? (
        <GroupTable
          by={by}
          sums={sums.data}
          onOpen={(group) => open(drillInto(search, by, group))}
        />
      ) : sums.error ? null : (
        <Skeleton active />
      )}
    </div>
  );
}
