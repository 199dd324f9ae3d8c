import { fenToYuan } from "@/lib/money";
import { DictTag } from "@/widgets/DictTag";
import { Fact, Facts } from "@/widgets/Facts";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Overdue } from "@/widgets/Overdue";
import { AnnualRate } from "@/loan/trial/AnnualRate";
import type { Bill, OrderDetail } from "@/api/types.gen";
import { Why } from "@/loan/why/Why";

/**
 * The facts that decide: how much, which state, how late, who. What a person acts on is the largest:
 * what is owed next once there is something to repay, until then what is lent.
 */
export function OrderHead({ order, bill }: { order: OrderDetail; bill: Bill | undefined }) {
  const due = bill?.queren;
  const next = bill?.huankuanJihuaList.find(({ qi }) => qi === due?.qi);
  return (
    <Facts className="order-head">
      {due && next ? (
        <Fact label={`下期应还（元） ${next.riqi}`}>
          <span className="order-amount">
            <Why id={order.id} asked={{ xiang: "QI", qi: due.qi }}>
              {fenToYuan(due.yingfujine)}
            </Why>
          </span>
        </Fact>
      ) : null}
      <Fact label="借款金额（元）">
        <span className={due ? undefined : "order-amount"}>{fenToYuan(order.jiekuanJine)}</span>
      </Fact>
      <Fact label="状态">
        <DictTag dict="dingdan_state" value={order.state} />
        {order.isYuqi ? <Overdue days={order.yuqiTianshu} /> : null}
      </Fact>
      <Fact label="综合年化">
        <AnnualRate simple={order.nianhuaDanli} compound={order.nianhuaFuli} />
      </Fact>
      <Fact label="客户手机">
        {order.phone ? (
          <MaskedValue resource="app/dingdan" id={order.id} field="phone" masked={order.phone} />
        ) : (
          <span className="muted">—</span>
        )}
      </Fact>
    </Facts>
  );
}
