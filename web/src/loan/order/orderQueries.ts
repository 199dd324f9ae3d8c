import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import { detailKey } from "@/crud/verb/useRefresh";
import { useOwn } from "@/lib/useOwn";

const RESOURCE = "app/dingdan";

/** Everything about orders lies under one key, so that one event makes all of it ask again. */
const ORDERS = detailKey(RESOURCE);
export const ordersKey = ORDERS;

export function useOrder(id: number) {
  return useQuery({
    queryKey: [...ORDERS, id, "order"],
    queryFn: ({ signal }) => call("GET /app/dingdan/weapp/findById/{id}", { id }, { signal }),
  });
}

/** The bill as of a value date; without one, as of today. The old figures stay while new ones load. */
export function useBill(id: number, riqi?: string | null) {
  const asked = useQuery({
    queryKey: [...ORDERS, id, "bill", riqi ?? null],
    queryFn: ({ signal }) =>
      call("GET /app/dingdan/huankuanXiangqing/{id}", { id, riqi: riqi ?? null }, { signal }),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

export function usePrepayment(id: number, daozhangRiqi?: string | null) {
  const asked = useQuery({
    queryKey: [...ORDERS, id, "prepay", daozhangRiqi ?? null],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/tiqianhuankuanInit",
        { dingdanId: id, daozhangRiqi: daozhangRiqi ?? null },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

export const RECORDS_PER_PAGE = 50;

export function useRecords(id: number, current: number) {
  const asked = useQuery({
    queryKey: [...ORDERS, id, "records", current],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/xingqing/findAllByPage",
        { dingdanId: id, current, size: RECORDS_PER_PAGE },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

/** The sums of all records in force, for when they do not fit on one page. */
export function useRecordSums(id: number, isAsked: boolean) {
  return useQuery({
    queryKey: [...ORDERS, id, "recordSums"],
    queryFn: ({ signal }) =>
      call("GET /app/dingdan/xingqing/heji", { dingdanId: id }, { ...quiet, signal }),
    enabled: isAsked,
  });
}

export function useOrderLog(id: number) {
  return useQuery({
    queryKey: [...ORDERS, id, "log"],
    queryFn: ({ signal }) =>
      call("GET /app/log/findByDingdanId/{id}", { id }, { ...quiet, signal }),
  });
}

/** What an explanation may be about; QI names its instalment, DAOZHANG its sum. */
export type Explained =
  | { xiang: "QI"; qi: number }
  | { xiang: "DAOZHANG"; jine: number }
  | { xiang: "ZONGJI" | "TIQIAN" | "YANQI" | "QIANZHIFEI" | "YINGSHOU" | "YUQI" | "SHENGYUBENJIN" };

export function useExplanation(id: number, asked: Explained, riqi?: string | null) {
  return useQuery({
    queryKey: [...ORDERS, id, "why", asked, riqi ?? null],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/jieshi/{id}",
        { id, ...asked, riqi: riqi ?? null },
        { ...quiet, signal },
      ),
  });
}

/** How many orders there are of each state, under the same search as the list. */
export function useStateCounts(search: Record<string, string>) {
  const asked = useQuery({
    // Under the rows' key: what makes the list ask again makes the counts ask again.
    queryKey: ["rows", RESOURCE, "counts", search],
    queryFn: ({ signal }) => call("GET /app/dingdan/tongji", search, { ...quiet, signal }),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

/** What shows orders or their traces, and is asked for again after an event. */
export const TOUCHED = [
  RESOURCE,
  "app/dingdan/xingqing",
  "app/log",
  "app/zijin/liushui",
  // What a customer owes is what their orders say.
  "app/user",
] as const;
