import { Input, Segmented } from "antd";
import { call } from "@/api/client";
import type { ResourceMeta } from "@/api/resources";
import { ResourceTable } from "@/crud/table/ResourceTable";
import { withSearch } from "@/crud/table/tableState";
import type { List } from "@/crud/table/useList";
import type { Source } from "@/crud/table/useTableData";
import { officeToday } from "@/lib/day";
import { lazyPart } from "@/lib/lazyPart";
import { fenToYuan, lessFen } from "@/lib/money";
import { PartFailed } from "@/lib/PartFailed";
import { Tag } from "@/widgets/Tag";
import { balanceColumns, balanceFoot, type BalanceRow, type TrialBalance } from "./balanceColumns";
import type { BookDays as Days } from "./BookDays";
import { quickRanges, readDay, type DayRange } from "./ranges";
import "./zijin.css";

const BookDays = lazyPart<Parameters<typeof Days>[0]>(
  async () => (await import("./BookDays")).BookDays,
  {
    waiting: () => <Input disabled />,
    failed: (_props, retry) => <PartFailed onRetry={retry} />,
  },
);

const PATH = "app/zijin/zongzhang";
const PERMISSION = "app:zijin:zongzhang";
const NAMES = ["riqiBegin", "riqiEnd"];
const NO_FIELDS: never[] = [];
const MONTH = 1;

/** No resource: what a list needs to know of one. */
const meta: ResourceMeta = {
  path: PATH,
  label: "总账",
  show: "kemuShow",
  perm: PERMISSION,
  actions: [],
  columns: [],
};

/** The range of the address; this month unless it says another. */
function rangeOf(search: Readonly<Record<string, string>>): DayRange {
  const month = quickRanges(officeToday())[MONTH] as DayRange;
  return {
    begin: readDay(search.riqiBegin ?? null) ?? month.begin,
    end: readDay(search.riqiEnd ?? null) ?? month.end,
  };
}

const source: Source<BalanceRow, TrialBalance> = {
  ask: ({ search }) => {
    const { begin, end } = rangeOf(search);
    return { riqiBegin: begin, riqiEnd: end };
  },
  load: (asked, options) => call("GET /app/zijin/zongzhang", asked, options),
  read: ({ mingxi }) => mingxi.map((line, index) => ({ ...line, id: index + 1 })),
};

/** 总账: the trial balance of a range of days; the range is in the address. */
export default function TrialBalancePage() {
  return (
    <ResourceTable
      meta={meta}
      permission={PERMISSION}
      columns={balanceColumns}
      search={NO_FIELDS}
      moreNames={NAMES}
      source={source}
      foot={balanceFoot}
      renderToolbar={(list) => (
        <>
          <Range list={list} />
          {list.answer ? <Verdict balance={list.answer} /> : null}
        </>
      )}
    />
  );
}

function Range({ list }: { list: List<BalanceRow, TrialBalance> }) {
  const quick = quickRanges(officeToday());
  const { begin, end } = rangeOf(list.search);
  const choose = (range: DayRange) =>
    list.setState(withSearch(list.state, { riqiBegin: range.begin, riqiEnd: range.end }), "push");
  return (
    <>
      <Segmented
        aria-label="常用时间"
        value={quick.find((range) => range.begin === begin && range.end === end)?.label ?? ""}
        options={quick.map(({ label }) => label)}
        onChange={(label) => {
          const range = quick.find((one) => one.label === label);
          if (range) choose(range);
        }}
      />
      <BookDays begin={begin} end={end} onChange={choose} />
    </>
  );
}

function Verdict({ balance }: { balance: TrialBalance }) {
  if (balance.isPingheng) return <Tag type="success">借贷平衡</Tag>;
  return (
    <Tag type="danger">
      借贷不平，相差 {fenToYuan(lessFen(balance.jieHeji, balance.daiHeji))} 元，
      <a href="#/zijin/jiancha">查找原因</a>
    </Tag>
  );
}
