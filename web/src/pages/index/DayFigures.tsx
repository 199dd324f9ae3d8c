import type { DayFigure } from "@/api/types.gen";
import { fenToYuan } from "@/lib/money";
import { percent } from "./percent";

/** What is counted by instalments, not by orders. */
const BY_INSTALMENT: ReadonlySet<string> = new Set(["YINGHUAN", "YUQI"]);

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
              {figure.bishu === null
                ? ""
                : ` ${figure.bishu} ${BY_INSTALMENT.has(figure.jian) ? "期" : "笔"}`}
            </dt>
            <dd
              className={figure.jian === "YUQI" && figure.zhi !== 0 ? "figure overdue" : "figure"}
            >
              {shown(figure, figure.zhi)}
            </dd>
            <dd className="muted">{before(figure)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What it was before, where that is known. */
function before(figure: DayFigure): string {
  const { zuotian, shangzhou } = figure;
  if (zuotian === null && shangzhou === null && !figure.isBili) return "截至现在";
  return `昨日 ${shown(figure, zuotian)} · 上周同日 ${shown(figure, shangzhou)}`;
}

function shown({ isJine, isBili }: DayFigure, value: DayFigure["zhi"]): string {
  if (value === null) return "—";
  if (isBili) return percent(value);
  return isJine ? fenToYuan(value) : String(value);
}
