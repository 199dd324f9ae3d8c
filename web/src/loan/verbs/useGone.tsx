import type { ReactNode } from "react";
import type { OrderDetail } from "@/api/types.gen";
import { dictLabel } from "@/lib/dict";
import { isOffered, orderRules, type Rule } from "@/loan/order/orderActions";
import { useOrder } from "@/loan/order/orderQueries";
import type { Verb } from "./verb";
import { Who } from "./Who";

/** What only the bill offers is for an order that is being repaid; an undo looks at its event. */
const BILL_RULES: Partial<Record<Verb, Pick<Rule, "label" | "states">>> = {
  yanqi: { label: "展期", states: ["DAIHUANKUAN"] },
  youhui: { label: "设置优惠", states: ["DAIHUANKUAN"] },
};

/** What became of an order that no longer offers a verb, for its dialog; nothing while it does. */
export function useGone(id: number, verb: Verb): ReactNode {
  const { data, isFetchedAfterMount } = useOrder(id);
  const rule = orderRules.find(({ action }) => action === verb) ?? BILL_RULES[verb];
  // What an earlier dialog left behind is old: the answer to this one's own question counts.
  if (!data || !isFetchedAfterMount || !rule || isOffered(rule, data)) return null;
  return (
    <>
      <Who order={data} />
      <p className="verb-sentence" role="alert">
        {sentence(data, verb, rule)}
      </p>
    </>
  );
}

function sentence(
  order: OrderDetail,
  verb: Verb,
  { label, states }: Pick<Rule, "label" | "states">,
) {
  const { state, shenherenShow } = order;
  if ((states as readonly string[]).includes(state)) return `该订单现在不能${label}。`;
  const now = `“${dictLabel("dingdan_state", state)}”`;
  if (verb !== "shenhe" || !shenherenShow || state === "YIQUXIAO")
    return `该订单现在是${now}，不能再${label}。`;
  const verdict = state === "YIJUJUE" ? "审核拒绝" : "审核通过";
  return `该订单已由 ${shenherenShow} ${verdict}，现在是${now}。`;
}
