import type { DayFigure } from "@/api/types.gen";
import { fenToYuan } from "@/lib/money";

/** What the day brought beside yesterday and the same day last week. */
export function DayFigures({ list }: { list: readonly DayFigure[] }) {
  return (
    <section className="home-group" aria-label="今日">
      <h2>今日</h2>
      <dl className="figures">
        {list.map((figure) => (
          <div key={figure.jian}>
            <dt>
              {figure.mingcheng}
              {figure.isJine ? "（元）" : ""}
            </dt>
            <dd className="figure">{shown(figure, figure.zhi)}</dd>
            <dd className="muted">
              昨日 {shown(figure, figure.zuotian)} · 上周同日 {shown(figure, figure.shangzhou)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function shown({ isJine }: DayFigure, value: DayFigure["zhi"]): string {
  return isJine ? fenToYuan(value) : String(value);
}
