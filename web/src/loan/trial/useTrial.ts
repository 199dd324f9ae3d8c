import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError, call, messageOf, quiet } from "@/api/client";
import { useOwn } from "@/lib/useOwn";
import { useSettled } from "@/lib/useSettled";
import type { Trial } from "./TrialSchedule";

const WAIT_MS = 400;

export interface TrialState {
  trial: Trial | undefined;
  isLoading: boolean;
  error: string | undefined;
}

/** Asks for a trial schedule, silently, once the person pauses; null asks nothing. */
export function useTrial(body: object | null): TrialState {
  const text = body ? JSON.stringify(body) : "";
  const asked = useSettled(text, WAIT_MS);
  const query = useQuery({
    queryKey: ["shisuan", asked],
    queryFn: ({ signal }) =>
      call<Trial>("POST", "/api/app/dingdan/shisuan", {
        ...quiet,
        signal,
        body: JSON.parse(asked) as object,
      }),
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

/** The server names each field that is wrong; here they read as one sentence. */
function reasonOf(error: Error): string {
  const parts = error instanceof ApiError && error.fields ? Object.values(error.fields) : [];
  return parts.length > 0 ? parts.join("；") : messageOf(error);
}
