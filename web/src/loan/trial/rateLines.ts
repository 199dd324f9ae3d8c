import { useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";

/** The settings of lending that everybody may read. */
export function useLoanSettings(isAsked = true) {
  const { data } = useQuery({
    queryKey: ["setting", "JIEKUAN"],
    queryFn: ({ signal }) =>
      call("GET /app/config/findByType/{type}", { type: "JIEKUAN" }, { ...quiet, signal }),
    staleTime: 60_000,
    enabled: isAsked,
  });
  return (jian: string) => data?.find((row) => row.jian === jian)?.zhi ?? undefined;
}

export type RateTone = "plain" | "warned" | "refused";

/** How an annual rate stands to the lines of the office; it is a line only above it. */
export function toneOf(ppm: number, warning: number, ceiling: number): RateTone {
  if (ppm > ceiling) return "refused";
  return ppm > warning ? "warned" : "plain";
}

export function useRateTone(): (ppm: number) => RateTone {
  const setting = useLoanSettings();
  const line = (jian: string) => Number(setting(jian) ?? Number.NaN);
  return (ppm) => toneOf(ppm, line("lilvYujing"), line("lilvShangxian"));
}
