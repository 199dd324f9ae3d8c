import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Segmented, Skeleton } from "antd";
import { call } from "@/api/client";
import "@/crud/table/resourceTable.css";
import { NoPermission } from "@/crud/table/TableNotice";
import { DAY, officeToday, readMoment } from "@/lib/day";
import { usePermitted } from "@/lib/session";
import { useTabSearch } from "@/lib/tabScope";
import { useOwn } from "@/lib/useOwn";
import { DatePicker } from "@/widgets/DatePicker";
import { BalanceTable, type TrialBalance } from "./BalanceTable";
import { quickRanges, readDay, type DayRange } from "./ranges";
import "./zijin.css";

const PERMISSION = "app:zijin:zongzhang";

/** 总账: the trial balance of a range of days; the range is in the address. */
export default function TrialBalancePage() {
  const isPermitted = usePermitted([PERMISSION]);
  return isPermitted ? <Balance /> : <NoPermission label="总账" permission={PERMISSION} />;
}

function Balance() {
  const [params, setParams] = useTabSearch();
  const quick = quickRanges(officeToday());
  const month = quick[1] as DayRange;
  const begin = readDay(params.get("riqiBegin")) ?? month.begin;
  const end = readDay(params.get("riqiEnd")) ?? month.end;
  const query = { riqiBegin: begin, riqiEnd: end };
  const asked = useQuery({
    queryKey: ["zongzhang", query],
    queryFn: ({ signal }) =>
      call<TrialBalance>("GET", "/api/app/zijin/zongzhang", { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    retry: false,
  });
  const balance = useOwn(asked);

  function setRange(range: DayRange) {
    const next = new URLSearchParams(params);
    next.set("riqiBegin", range.begin);
    next.set("riqiEnd", range.end);
    setParams(next, "push");
  }

  const chosen = quick.find((range) => range.begin === begin && range.end === end)?.label ?? "";
  return (
    <div className="resource-table">
      <div className="table-bar">
        <div className="table-actions">
          <Segmented
            aria-label="常用时间"
            value={chosen}
            options={quick.map(({ label }) => label)}
            onChange={(label) => {
              const range = quick.find((one) => one.label === label);
              if (range) setRange(range);
            }}
          />
          <DatePicker.RangePicker
            aria-label="记账日期"
            allowClear={false}
            value={[readMoment(begin), readMoment(end)]}
            onChange={(days) => {
              const [from, to] = [days?.[0], days?.[1]];
              if (from && to) setRange({ begin: from.format(DAY), end: to.format(DAY) });
            }}
          />
        </div>
        <Button loading={balance.isFetching} onClick={() => void balance.refetch()}>
          刷新
        </Button>
      </div>
      {balance.error ? (
        <div className="sums-error" role="alert">
          没有加载成功：{balance.error.message}
          <Button size="small" onClick={() => void balance.refetch()}>
            重试
          </Button>
        </div>
      ) : null}
      {balance.data ? (
        <BalanceTable balance={balance.data} />
      ) : balance.error ? null : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </div>
  );
}
