import { DictWord } from "@/widgets/DictWord";
import { Loaded } from "@/widgets/Loaded";
import { useOrderLog } from "./orderQueries";

/** The time line of an order, newest on top. */
export function OrderLog({ id }: { id: number }) {
  const log = useOrderLog(id);
  return (
    // It scrolls by itself; the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <section className="order-log" aria-label="订单日志" tabIndex={0}>
      <h3>订单日志</h3>
      <Loaded query={log} rows={6}>
        {(entries) => (
          <ol>
            {entries.toReversed().map((entry) => (
              <li key={entry.id} data-void={entry.isChexiao || undefined}>
                <span className="order-event">
                  <DictWord dict="dingdan_log_type" value={entry.type} />
                </span>
                <p>{entry.neirong}</p>
                <small className="muted">
                  {entry.createTime} {entry.caozuorenShow}
                </small>
              </li>
            ))}
            {entries.length === 0 ? <li>还没有记录</li> : null}
          </ol>
        )}
      </Loaded>
    </section>
  );
}
