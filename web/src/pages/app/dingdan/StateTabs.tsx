import { useMemo } from "react";
import type { List } from "@/crud/table/useList";
import { useDict } from "@/lib/dict";
import { useStateCounts } from "@/loan/order/orderQueries";
import type { StateCount } from "@/api/types.gen";
import type { RowOf } from "@/crud/column";
import { chosenTab, turnedTo, withoutTab, ALL, OVERDUE } from "./stateTab";
import "./stateTabs.css";

/** 全部, each state and 逾期 with how many there are; the choice lives in the URL with the search. */
export function StateTabs({
  list,
}: {
  list: Pick<List<RowOf<"app/dingdan">>, "search" | "onSearch" | "state" | "setState">;
}) {
  const { search, onSearch, state, setState } = list;
  const states = useDict("dingdan_state");
  const rest = useMemo(() => withoutTab(search), [search]);
  const { data } = useStateCounts(rest);
  const counts = new Map(data?.map((one) => [one.state, one]));
  if (data) counts.set(ALL, total(data));
  const chosen = chosenTab(search);
  const tabs = [
    { value: ALL, label: "全部" },
    ...states.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel })),
    { value: OVERDUE, label: "逾期" },
  ];
  return (
    <div className="state-tabs" role="group" aria-label="按状态查看">
      {tabs.map(({ value, label }) => {
        const count = counts.get(value);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={chosen === value}
            data-overdue={(value === OVERDUE && (count?.shuliang ?? 0) > 0) || undefined}
            // Pressed again it asks again.
            onClick={() =>
              chosen === value ? onSearch({ ...search }) : setState(turnedTo(state, value), "push")
            }
          >
            {label}
            {count ? (
              <span className="state-count">
                {count.isZhunque ? count.shuliang : `${count.shuliang}+`}
              </span>
            ) : null}
          </button>
        );
      })}
    </div>
  );
}

/** Every order is in one state; overdue is counted beside them. */
function total(counts: readonly StateCount[]): StateCount {
  const states = counts.filter(({ state }) => state !== OVERDUE);
  return {
    state: ALL,
    shuliang: states.reduce((sum, { shuliang }) => sum + shuliang, 0),
    isZhunque: states.every(({ isZhunque }) => isZhunque),
  };
}
