import type { ReactNode } from "react";
import { call, type Result } from "@/api/client";
import type { TableColumn } from "@/crud/column";
import type { Source } from "@/crud/table/useTableData";
import { useTabSearch } from "@/lib/tabScope";
import type { Plain } from "@/lib/plain";
import { Money } from "@/widgets/Money";
import { drillInto, groupings, summedSearch, type Grouping } from "./movements";

type Sums = Result<"GET /app/zijin/liushui/heji">;

/** One line of a grouping; its number is its place. */
type Group = Plain<Sums["mingxi"][number]> & { id: number };

const AMOUNTS = [
  ["ruzhang", "收入(元)"],
  ["chuzhang", "支出(元)"],
  ["chongxiao", "冲销(元)"],
  ["jinge", "净额(元)"],
] as const;

const HEADS: Record<Grouping, string> = { RI: "日期", FANGSHI: "支付方式", CAOZUOREN: "操作人" };

const columnsOf = (by: Grouping): TableColumn<Group>[] => [
  { prop: "mingcheng", label: HEADS[by], render: (group) => <GroupLink by={by} group={group} /> },
  { prop: "bishu", label: "笔数", type: "number" },
  ...AMOUNTS.map(([prop, label]): TableColumn<Group> => ({
    prop,
    label,
    align: "right",
    render: (group) => (
      <span className={prop === "jinge" ? "sums-net" : undefined}>
        <Money fen={group[prop]} />
      </span>
    ),
  })),
];

const sourceOf = (by: Grouping): Source<Group, Sums> => ({
  ask: ({ search }) => ({ fenzu: by, ...summedSearch(search) }),
  load: (asked, options) => call("GET /app/zijin/liushui/heji", asked, options),
  read: ({ mingxi }) => {
    const groups = mingxi.map((group, index) => ({ ...group, id: index + 1 }));
    // The server counts days upwards; the newest is what a person looks for.
    return by === "RI" ? groups.toReversed() : groups;
  },
});

const forEach = <T,>(make: (by: Grouping) => T) =>
  Object.fromEntries(groupings.map(({ value }) => [value, make(value)])) as Record<Grouping, T>;

export const groupColumns = forEach(columnsOf);
export const groupSources = forEach(sourceOf);

/** The sums of all lines, below them. */
export function footOf(sums: Sums): Record<string, ReactNode> {
  return {
    mingcheng: "合计",
    bishu: sums.bishu.toLocaleString("zh-CN"),
    ...Object.fromEntries(AMOUNTS.map(([prop]) => [prop, <Money key={prop} fen={sums[prop]} />])),
  };
}

function GroupLink({ by, group }: { by: Grouping; group: Group }) {
  const [params, setParams] = useTabSearch();
  const { fenzu: _view, current: _page, orders: _orders, ...search } = Object.fromEntries(params);
  return (
    <button
      type="button"
      className="dt-link"
      onClick={() => setParams(new URLSearchParams(drillInto(search, by, group)), "push")}
    >
      {group.mingcheng}
    </button>
  );
}
