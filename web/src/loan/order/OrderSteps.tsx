import { Button } from "antd";
import { useSession } from "@/lib/session";
import { billActions, type BillAction } from "@/loan/bill/billActions";
import type { Verb } from "@/loan/verbs/verb";
import type { Bill, OrderDetail } from "@/api/types.gen";
import { actionsOf } from "./orderActions";

interface Props {
  order: OrderDetail;
  bill: Bill | undefined;
  isOld: boolean;
  onAct: (verb: Verb) => void;
}

const WORDS: Record<Verb, string> = {
  shenhe: "审核",
  fangkuan: "放款",
  chongqian: "重新放款",
  querenhuankuan: "确认还款",
  daozhang: "登记到账",
  youhui: "优惠",
  yanqi: "展期",
  tiqian: "提前结清",
  shouhui: "收回",
  chexiao: "撤销",
  hexiao: "核销",
  quxiao: "取消订单",
};

/** What moves an order on; the rest stands beside it. */
const STEPS = new Set<Verb>(["shenhe", "fangkuan", "chongqian", "querenhuankuan", "shouhui"]);

/** The order in which they are offered, the step first. */
const ALL = Object.keys(WORDS) as Verb[];

/** The next step as the one primary button, and the other verbs as text. */
export function OrderSteps({ order, bill, isOld, onAct }: Props) {
  const permissions = useSession((state) => state.permissions);
  const early: ReadonlySet<Verb> = new Set(actionsOf(order, permissions));
  const late: ReadonlySet<Verb> = bill ? billActions(order, bill, permissions) : NONE;
  const isLent = bill !== undefined && !bill.isYulan;
  const offered = ALL.filter((verb) => (isLent ? late : early).has(verb));
  return (
    <div className="order-steps" role="group" aria-label="可以办理">
      {offered.map((verb) => (
        <Button
          key={verb}
          type={STEPS.has(verb) ? "primary" : "text"}
          disabled={isOld}
          {...(verb === "chexiao" ? { title: order.kechexiao?.miaoshu } : {})}
          onClick={() => onAct(verb)}
        >
          {WORDS[verb]}
        </Button>
      ))}
    </div>
  );
}

const NONE: ReadonlySet<BillAction> = new Set();
