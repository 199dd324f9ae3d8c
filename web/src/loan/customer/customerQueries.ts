import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import type { RowOf } from "@/crud/column";
import { detailKey } from "@/crud/verb/useRefresh";
import { useOwn } from "@/lib/useOwn";

export type Customer = RowOf<"app/user">;

/** For whoever sees a customer without looking after them. */
export const NOT_MINE = "该客户不归你跟进，请先分配归属人";

const CUSTOMERS = detailKey("app/user");

/**
 * Everything about customers lies under one key, so that one change makes all of it ask again; but
 * for contacts and messages, where every asking is an opening that is written down.
 */
export const TOUCHED = ["app/user", "app/user/jibenxinxi", "app/user/renzheng"] as const;

export function useCustomer(id: number | undefined) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "customer"],
    queryFn: ({ signal }) => call("GET /app/user/findById/{id}", { id: id ?? 0 }, { signal }),
    enabled: id !== undefined,
  });
}

export function useBasic(id: number, isAllowed: boolean) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "basic"],
    queryFn: ({ signal }) =>
      call("GET /app/user/jibenxinxi/findByUserId/{id}", { id }, { ...quiet, signal }),
    enabled: isAllowed,
  });
}

export function useRealName(id: number) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "realName"],
    queryFn: ({ signal }) =>
      call("GET /app/user/renzheng/findByUserId/{id}", { id }, { ...quiet, signal }),
  });
}

export type CustomerFigure = "YINGSHOU" | "YUQI";

export function useCustomerExplanation(id: number, xiang: CustomerFigure) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "why", xiang],
    queryFn: ({ signal }) => call("GET /app/user/jieshi/{id}", { id, xiang }, { ...quiet, signal }),
  });
}

export const PER_PAGE = 20;

export function useContacts(id: number, search: string, current: number) {
  const asked = useQuery({
    queryKey: [...detailKey("app/user/tongxunlu"), id, search, current],
    queryFn: ({ signal }) =>
      call(
        "GET /app/user/tongxunlu/findAllByPage",
        { userId: id, search: search || null, current, size: PER_PAGE },
        { ...quiet, signal },
      ),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

export function useMessages(id: number, search: string, current: number) {
  const asked = useQuery({
    queryKey: [...detailKey("app/user/duanxin"), id, search, current],
    queryFn: ({ signal }) =>
      call(
        "GET /app/user/duanxin/findAllByPage",
        { userId: id, search: search || null, current, size: PER_PAGE, orders: "sendDate:desc" },
        { ...quiet, signal },
      ),
    placeholderData: keepPreviousData,
  });
  return useOwn(asked);
}

export function useProducts(id: number) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "products"],
    queryFn: ({ signal }) =>
      call("GET /app/user/findProjectByUser", { userId: id }, { ...quiet, signal }),
  });
}

export function useDue(id: number) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "due"],
    queryFn: ({ signal }) => call("GET /app/user/daihuan/{id}", { id }, { ...quiet, signal }),
  });
}

export function useOrders(id: number) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "orders"],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/findAllByPage",
        { userId: id, current: 1, size: 50 },
        { ...quiet, signal },
      ),
  });
}

export function useTimeline(id: number) {
  return useQuery({
    queryKey: [...CUSTOMERS, id, "timeline"],
    queryFn: ({ signal }) => call("GET /app/user/shijianxian/{id}", { id }, { ...quiet, signal }),
  });
}
