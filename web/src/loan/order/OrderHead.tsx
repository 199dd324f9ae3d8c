import { RowName } from "@/crud/detail/RowName";
import { fenToYuan } from "@/lib/money";
import { DictTag } from "@/widgets/DictTag";
import { Fact, Facts } from "@/widgets/Facts";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Money } from "@/widgets/Money";
import { Overdue } from "@/widgets/Overdue";
import { AnnualRate } from "@/loan/trial/AnnualRate";
import type { Verb } from "@/loan/verbs/verb";
import type { Bill, OrderDetail } from "@/api/types.gen";
import { Why } from "@/loan/why/Why";
import { OrderSteps } from "./OrderSteps";

interface Props {
  order: OrderDetail;
  bill: Bill | undefined;
  isOld: boolean;
  onAct: (verb: Verb) => void;
}

/**
 * The facts that decide, and the next step. What a person acts on is the largest: what is owed today
 * once there is something to repay, until then what is lent.
 */
export function OrderHead({ order, bill, isOld, onAct }: Props) {
  const isOwed = order.state === "DAIHUANKUAN" && bill?.qiankuan.qi;
  return (
    <div className="order-head">
      <Facts className="order-facts">
        {isOwed ? <OwedNow id={order.id} bill={bill} /> : <Lent order={order} />}
        <Fact label="状态">
          <DictTag dict="dingdan_state" value={order.state} />
          {order.isYuqi ? <Overdue days={order.yuqiTianshu} /> : null}
        </Fact>
      </Facts>
      <div className="order-line">
        <OrderSteps order={order} bill={bill} isOld={isOld} onAct={onAct} />
        <span className="order-phone">
          <RowName resource="app/user" id={order.userId}>
            {order.userShow}
          </RowName>{" "}
          <span className="muted">客户手机号</span>{" "}
          {order.phone ? (
            <MaskedValue
              resource="app/dingdan"
              id={order.id}
              field="phone"
              label="客户手机号"
              masked={order.phone}
            />
          ) : (
            <span className="muted">—</span>
          )}
        </span>
      </div>
    </div>
  );
}

function Lent({ order }: { order: OrderDetail }) {
  return (
    <>
      <Fact label="借款金额（元）">
        <span className="order-amount">{fenToYuan(order.jiekuanJine)}</span>
      </Fact>
      <Fact label="期数">{order.jiekuanZhouqiShow}</Fact>
      <Fact label="综合年化">
        <AnnualRate simple={order.nianhuaDanli} compound={order.nianhuaFuli} />
      </Fact>
    </>
  );
}

/** How much has to come today, how much of it is late, and what comes after. */
function OwedNow({ id, bill }: { id: number; bill: Bill }) {
  const owed = bill.qiankuan;
  const isLate = owed.yuqiHeji > 0;
  const className = isLate ? "order-amount overdue" : "order-amount";
  return (
    <>
      <Fact label="今日应收（元）">
        <span className={className}>
          <Why id={id} asked={{ xiang: "YINGSHOU" }}>
            {fenToYuan(owed.jinriYingshou)}
          </Why>
        </span>
      </Fact>
      <Fact label={isLate ? `逾期合计（元） ${owed.yuqiQishu} 期` : "逾期合计（元）"}>
        <span className={className}>
          {isLate ? (
            <Why id={id} asked={{ xiang: "YUQI" }}>
              {fenToYuan(owed.yuqiHeji)}
            </Why>
          ) : (
            <Money fen={0} />
          )}
        </span>
      </Fact>
      <Fact label={owed.xiaqiRiqi ? `下期应还（元） ${owed.xiaqiRiqi}` : "下期应还（元）"}>
        <Money fen={owed.xiaqiYinghuan} />
      </Fact>
      <Fact label="剩余本金（元）">
        <Why id={id} asked={{ xiang: "SHENGYUBENJIN" }}>
          {fenToYuan(owed.shengyuBenjin)}
        </Why>
      </Fact>
      <Fact label="期次">
        {owed.qi}/{bill.zongqishu}
      </Fact>
    </>
  );
}
