import { Segmented } from "antd";
import { ExportButton } from "@/crud/ExportButton";
import { ResourceTable } from "@/crud/table/ResourceTable";
import { Permitted } from "@/lib/Permitted";
import { useTabSearch } from "@/lib/tabScope";
import { footOf, groupColumns, groupSources } from "./groups";
import {
  columns,
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
/** What went out is negative: it is what stayed. */
const SUMS = {
  counts: ({ isChexiao }: Movement) => !isChexiao,
  note: "（收支净额）",
  verb: "mingxiHeji",
};
const EXPORT = ["app:zijin:liushui:export"];

/** 资金流水: every movement of money, its sums, and whether the books agree. */
export default function MovementPage() {
  const [params] = useTabSearch();
  const by = readGrouping(params.get("fenzu"));
  return by ? <Grouped key={by} by={by} /> : <Movements />;
}

function Movements() {
  return (
    <ResourceTable<Movement>
      meta={meta}
      columns={columns}
      search={fields}
      sums={SUMS}
      renderTabs={({ search }) => <SumsOfDays search={search} />}
      renderToolbar={({ query }) => (
        <>
          <Views chosen={LIST} />
          <Permitted any={EXPORT}>
            <ExportButton meta={meta} query={query} />
          </Permitted>
        </>
      )}
    />
  );
}

function SumsOfDays({ search }: { search: Search }) {
  const sums = useSums(search);
  return (
    <SumsBar
      search={search}
      sums={sums.data}
      error={sums.error}
      onRetry={() => void sums.refetch()}
    />
  );
}

/** One line per day, method or operator; a name leads to its movements. */
function Grouped({ by }: { by: Grouping }) {
  return (
    <ResourceTable
      meta={meta}
      name={`${meta.path}/${by}`}
      columns={groupColumns[by]}
      search={fields}
      source={groupSources[by]}
      foot={footOf}
      renderTabs={({ search, answer }) => (
        <SumsBar search={search} sums={answer} error={null} onRetry={() => {}} />
      )}
      renderToolbar={() => <Views chosen={by} />}
    />
  );
}

/** The movements themselves, or their sums by something. */
function Views({ chosen }: { chosen: string }) {
  const [params, setParams] = useTabSearch();
  return (
    <Segmented
      aria-label="查看方式"
      value={chosen}
      options={[{ value: LIST, label: "明细" }, ...groupings]}
      onChange={(view) => {
        const next = new URLSearchParams(params);
        if (view === LIST) next.delete("fenzu");
        else next.set("fenzu", view);
        setParams(next);
      }}
    />
  );
}
