import type { AppDingdan } from "@/api/types.gen";

/** The states of MONEY.md section 5. */
export type OrderState =
  | "DAISHENHE"
  | "YIJUJUE"
  | "DAIFANGKUAN"
  | "FANGKUANSHIBAI"
  | "DAIHUANKUAN"
  | "YIJIEQING"
  | "YIQUXIAO"
  | "YIHEXIAO";

/** What may be done to an order, by the last part of its permission. */
export type OrderAction =
  | "shenhe"
  | "fangkuan"
  | "chongqian"
  | "querenhuankuan"
  | "daozhang"
  | "tiqian"
  | "hexiao"
  | "shouhui"
  | "quxiao";

type Known = Pick<AppDingdan, "state" | "isYuqi" | "isTiqian">;

export interface Rule {
  action: OrderAction;
  label: string;
  isDanger?: boolean;
  states: readonly OrderState[];
  needs?: (order: Known) => boolean;
}

/** The state machine of the loan rules as far as a row knows it; the server decides. */
export const orderRules: readonly Rule[] = [
  { action: "shenhe", label: "审核", states: ["DAISHENHE"] },
  { action: "fangkuan", label: "放款", states: ["DAIFANGKUAN"] },
  { action: "chongqian", label: "重新放款", states: ["FANGKUANSHIBAI"] },
  { action: "querenhuankuan", label: "确认还款", states: ["DAIHUANKUAN"] },
  { action: "daozhang", label: "登记到账", states: ["DAIHUANKUAN"] },
  {
    action: "tiqian",
    label: "提前结清",
    states: ["DAIHUANKUAN"],
    needs: ({ isTiqian }) => isTiqian,
  },
  {
    action: "hexiao",
    label: "核销",
    isDanger: true,
    states: ["DAIHUANKUAN"],
    needs: ({ isYuqi }) => isYuqi,
  },
  { action: "shouhui", label: "收回", states: ["YIHEXIAO"] },
  {
    action: "quxiao",
    label: "取消订单",
    isDanger: true,
    states: ["DAISHENHE", "DAIFANGKUAN", "FANGKUANSHIBAI"],
  },
];

export const permissionOf = (action: string) => `app:dingdan:${action}`;

export function isOffered(rule: Pick<Rule, "states" | "needs">, order: Known): boolean {
  return (rule.states as readonly string[]).includes(order.state) && (rule.needs?.(order) ?? true);
}

/** The actions of an order in its state for a person with these permissions, in order. */
export function actionsOf(order: Known, permissions: ReadonlySet<string>): OrderAction[] {
  return orderRules
    .filter((rule) => permissions.has(permissionOf(rule.action)) && isOffered(rule, order))
    .map(({ action }) => action);
}
