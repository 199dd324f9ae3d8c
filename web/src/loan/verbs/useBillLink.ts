import { useLinkTo } from "@/lib/linkTo";
import type { NextStep } from "@/lib/NextStep";

/** The way to what is left to pay, where the person has a page for it. */
export function useBillLink(id: number): NextStep | undefined {
  const to = useLinkTo()("app/dingdan", { shown: id, tab: "bill" });
  return to ? { label: "看账单", go: () => window.location.assign(to) } : undefined;
}
