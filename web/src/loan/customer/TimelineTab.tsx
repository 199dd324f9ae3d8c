import { OrderText } from "@/loan/order/OrderText";
import { Loaded } from "@/widgets/Loaded";
import { useTimeline } from "./customerQueries";

const KINDS: Readonly<Record<string, string>> = {
  GENJIN: "跟进",
  FUFEI: "付费",
  DINGDAN: "订单",
  CHAKAN: "查看隐私",
  BIANGENG: "变更",
};

/** 时间线: everything that happened to the customer, newest first. */
export function TimelineTab({ id }: { id: number }) {
  const lines = useTimeline(id);
  return (
    <div className="customer-pane">
      <Loaded query={lines} rows={8}>
        {(events) => (
          <ol className="customer-line" aria-label="时间线">
            {events.map((event, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a log have no other name
              <li key={`${event.shijian}-${at}`}>
                <span className="muted">{event.shijian}</span>
                <span>{KINDS[event.leixing] ?? event.leixing}</span>
                <div>
                  <OrderText text={event.biaoti} />
                  {event.neirong ? (
                    <p>
                      <OrderText text={event.neirong} />
                    </p>
                  ) : null}
                </div>
                <span className="muted">{event.caozuoren}</span>
              </li>
            ))}
            {events.length === 0 ? <li>还没有记录</li> : null}
          </ol>
        )}
      </Loaded>
    </div>
  );
}
