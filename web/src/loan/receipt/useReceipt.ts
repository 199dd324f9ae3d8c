import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import { reasonOf } from "@/api/error";
import { detailKey } from "@/crud/verb/useRefresh";
import { useOwn } from "@/lib/useOwn";
import { useSettled } from "@/lib/useSettled";
import type { Allocation } from "@/api/types.gen";

const WAIT_MS = 250;

interface Asked {
  jine: number | null;
  riqi: string | null;
}

export interface ReceiptState {
  allocation: Allocation | undefined;
  /** The allocation belongs to what is typed now. */
  isFetching: boolean;
  /** Why this sum cannot be taken. */
  error: string | undefined;
}

/** What a sum would go to, asked once the person pauses; without one, what there is to receive. */
export function useReceipt(
  id: number,
  jine: unknown,
  riqi: string | null | undefined,
): ReceiptState {
  const fen = typeof jine === "number" && jine > 0 ? jine : null;
  const text = JSON.stringify({ jine: fen, riqi: riqi ?? null } satisfies Asked);
  const settled = useSettled(text, WAIT_MS);
  const asked = JSON.parse(settled) as Asked;
  const query = useQuery({
    queryKey: [...detailKey("app/dingdan"), id, "receipt", settled],
    queryFn: ({ signal }) =>
      call(
        "GET /app/dingdan/daozhangInit",
        { dingdanId: id, jine: asked.jine, daozhangRiqi: asked.riqi },
        { ...quiet, signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = useOwn(query);
  return {
    allocation: query.error ? undefined : data,
    isFetching: query.isFetching || text !== settled,
    error: query.error ? reasonOf(query.error) : undefined,
  };
}
