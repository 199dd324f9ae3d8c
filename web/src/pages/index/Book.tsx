import { Link } from "react-router";
import type { Book as BookOf, BookFigure } from "@/api/types.gen";
import { fenToYuan } from "@/lib/money";
import { useShortcuts } from "@/lib/shortcuts";
import { WhyFrame } from "@/loan/why/WhyFrame";
import { percent } from "./percent";

/** The book: what is lent, what came of it this month, and whether the check agrees. */
export function Book({ book }: { book: BookOf }) {
  return (
    <section className="home-group" aria-label="账本">
      <h2>
        账本 <Proven book={book} />
      </h2>
      <dl className="figures book">
        {book.shuzi.map((figure) => (
          <div key={figure.jian} className={figure.jian === "ZAIDAIYUE" ? "book-main" : undefined}>
            <dt>
              {figure.mingcheng}
              {figure.isBili ? "" : "（元）"}
            </dt>
            <dd className="figure">
              <WhyFrame steps={<Why figure={figure} />}>{shown(figure)}</WhyFrame>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Proven({ book: { isPingheng, jianchaTime, wentiShu } }: { book: BookOf }) {
  const page = useShortcuts((state) => state.list.find(({ component }) => component === CHECK));
  const isGood = isPingheng && (wentiShu ?? 0) === 0;
  const text = jianchaTime
    ? `${isGood ? "与总账一致" : "与总账不一致"} · ${jianchaTime} 检查${wentiShu ? `，${wentiShu} 处问题` : ""}`
    : `${isPingheng ? "借贷平衡" : "借贷不平衡"} · 还没有做过账实检查`;
  const tone = isGood ? "book-good" : "overdue";
  return page ? (
    <Link className={tone} to={page.to}>
      {text}
    </Link>
  ) : (
    <span className={tone}>{text}</span>
  );
}

/** The page of 账实检查. */
const CHECK = "app/zijin/jiancha";

function Why({ figure: { shuoming, mingxi } }: { figure: BookFigure }) {
  return (
    <div className="book-why">
      <p>{shuoming}</p>
      {mingxi.map(({ mingcheng, jine }) => (
        <p key={mingcheng}>
          {mingcheng} <span className="num">{fenToYuan(jine)}</span> 元
        </p>
      ))}
    </div>
  );
}

function shown({ zhi, isBili }: BookFigure): string {
  if (zhi === null) return "—";
  return isBili ? percent(zhi) : fenToYuan(zhi);
}
