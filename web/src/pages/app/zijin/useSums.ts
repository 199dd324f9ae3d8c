import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import { useOwn } from "@/lib/useOwn";
import { meta, summedSearch, type Search } from "./movements";

/** The sums of a search. They share the rows' key, so that what makes rows stale makes them stale. */
export function useSums(search: Search) {
  const asked = { fenzu: "RI" as const, ...summedSearch(search) };
  const sums = useQuery({
    queryKey: ["rows", meta.path, "heji", asked],
    queryFn: ({ signal }) => call("GET /app/zijin/liushui/heji", asked, { ...quiet, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useOwn(sums);
}
