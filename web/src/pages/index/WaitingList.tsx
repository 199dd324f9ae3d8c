import { Link } from "react-router";
import type { WaitingWork } from "@/api/types.gen";
import { ago } from "@/lib/age";

const REVIEW = "DAISHENHE";
/** Two lines of tiles, as most people have them. */
const OUTLINED = 13;

function isLate({ jian }: WaitingWork): boolean {
  return jian.startsWith("YUQI") || jian === "FANGKUANSHIBAI";
}

/** Work that waits, each with the way to its list; what there is none of steps back. */
export function WaitingList({ list }: { list: readonly WaitingWork[] }) {
  return (
    <section className="home-group" aria-label="待办">
      <h2>待办</h2>
      <ul className="waiting">
        {list.map((work) => (
          <Waiting key={work.jian} work={work} />
        ))}
      </ul>
    </section>
  );
}

/** Where the work will stand, until it is known. */
export function WaitingOutline() {
  return (
    <section className="home-group" aria-hidden>
      <h2>待办</h2>
      <ul className="waiting">
        {Array.from({ length: OUTLINED }, (_, place) => (
          <li key={place} className="waiting-outline" />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ work }: { work: WaitingWork }) {
  const isNone = work.shuliang === 0;
  const tone = isNone ? "muted" : isLate(work) ? "waiting-late" : undefined;
  return (
    <li>
      <Link to={work.routerUrl}>
        <span className="waiting-word">{work.mingcheng}</span>
        <strong className={tone}>
          {work.shuliang}
          {work.isZhunque ? "" : "+"}
        </strong>
        <span className="waiting-age">{work.zuizao ? `最早 ${ago(work.zuizao)}` : " "}</span>
      </Link>
      {work.jian === REVIEW && work.zuizaoId !== null ? (
        <Link className="waiting-next" to={`${work.routerUrl}&shown=${work.zuizaoId}`}>
          审核最早一笔
        </Link>
      ) : null}
    </li>
  );
}
