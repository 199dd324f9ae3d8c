import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet, type Ask } from "@/api/client";
import { reasonOf } from "@/api/error";
import { useOwn } from "@/lib/useOwn";
import { useSettled } from "@/lib/useSettled";
import type { TrialPlan } from "@/api/types.gen";

export type TrialAsk = Ask<"POST /app/dingdan/shisuan">;

const WAIT_MS = 400;

export interface TrialState {
  trial: TrialPlan | undefined;
  isLoading: boolean;
  error: string | undefined;
}

/** Asks for a trial schedule, silently, once the person pauses; null asks nothing. */
export function useTrial(body: TrialAsk | null): TrialState {
  const text = body ? JSON.stringify(body) : "";
  const asked = useSettled(text, WAIT_MS);
  const query = useQuery({
    queryKey: ["shisuan", asked],
    queryFn: ({ signal }) =>
      call("POST /app/dingdan/shisuan", JSON.parse(asked) as TrialAsk, { ...quiet, signal }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  const trial = useOwn(query).data;
  return {
    trial,
    isLoading: query.isFetching || text !== asked,
    error: query.error ? reasonOf(query.error) : undefined,
  };
}
