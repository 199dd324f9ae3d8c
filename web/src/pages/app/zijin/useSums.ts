import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import { useOwn } from "@/lib/useOwn";
import { meta, summedSearch, type Grouping, type Search, type Sums } from "./movements";

/** The sums of a search. They share the rows' key, so that what makes rows stale makes them stale. */
export function useSums(search: Search, by: Grouping) {
  const query = { fenzu: by, ...summedSearch(search) };
  const sums = useQuery({
    queryKey: ["rows", meta.path, "heji", query],
    queryFn: ({ signal }) =>
      call<Sums>("GET", `/api/${meta.path}/heji`, { ...quiet, signal, query }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useOwn(sums);
}
