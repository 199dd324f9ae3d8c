import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { call, quiet } from "@/api/client";
import type { Announced, Happened } from "@/api/types.gen";
import { CellViewer } from "@/crud/lazyDialogs";
import { RowLink } from "@/crud/RowLink";
import type { Shown } from "@/crud/table/CellViewer";
import { ago } from "@/lib/age";
import { dayOf } from "@/lib/day";
import { usePermitted } from "@/lib/session";
import { OrderLink } from "@/loan/order/OrderLink";
import { DictTag } from "@/widgets/DictTag";
import { DictWord } from "@/widgets/DictWord";
import { Loaded } from "@/widgets/Loaded";
import "@/widgets/buttons.css";

/** 公告: what customers read now; who may open them reads them here. */
export function Announcements({ list }: { list: readonly Announced[] }) {
  const [read, setRead] = useState<Shown | null>(null);
  const mayRead = usePermitted(["app:gonggao:query"]);
  const page = list.find(({ routerUrl }) => routerUrl)?.routerUrl;

  async function open(id: number) {
    const { biaoti, neirong } = await call("GET /app/gonggao/findById/{id}", { id });
    setRead({ kind: "html", title: biaoti, html: neirong });
  }

  return (
    <section className="home-group" aria-label="公告">
      <h2>公告 {page ? <Link to={page}>全部</Link> : null}</h2>
      <ul className="home-lines">
        {list.map(({ id, biaoti, type, fabuTime }) => (
          <li key={id}>
            <DictTag dict="gonggao_type" value={type} />
            <span className="home-line-text">
              {mayRead ? (
                <button
                  type="button"
                  className="dt-link"
                  onClick={() => void open(id).catch(() => {})}
                >
                  {biaoti}
                </button>
              ) : (
                biaoti
              )}
            </span>
            <time className="muted">{fabuTime && dayOf(fabuTime)}</time>
          </li>
        ))}
      </ul>
      {read ? <CellViewer shown={read} onClose={() => setRead(null)} /> : null}
    </section>
  );
}

/** 最近动态: what happened to orders lately. */
export function Lately({ list }: { list: readonly Happened[] }) {
  return (
    <section className="home-group" aria-label="最近动态">
      <h2>最近动态</h2>
      <ul className="home-lines">
        {list.map(({ id, shijian, type, neirong, dingdanId, bianhao, userShow, caozuorenShow }) => (
          <li key={id}>
            <span>
              <DictWord dict="dingdan_log_type" value={type} />
            </span>
            <OrderLink id={dingdanId} bianhao={bianhao} />
            <span>{userShow}</span>
            <span className="home-line-text">{neirong}</span>
            <span className="muted">{caozuorenShow}</span>
            <time className="muted" title={shijian}>
              {ago(shijian)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHOWN = 5;

/** 最新反馈: what customers said last. */
export function NewestFeedback() {
  const isShown = usePermitted(["app:fankui:list"]);
  const newest = useQuery({
    enabled: isShown,
    queryKey: ["rows", "app/fankui", "home"],
    queryFn: ({ signal }) =>
      call("GET /app/fankui/findAllByPage", { current: 1, size: SHOWN }, { ...quiet, signal }),
  });
  if (!isShown || newest.data?.records.length === 0) return null;
  return (
    <section className="home-group" aria-label="最新反馈">
      <h2>最新反馈</h2>
      <Loaded query={newest} rows={3}>
        {({ records }) => (
          <ul className="home-lines">
            {records.map(({ id, type, state, neirong, createTime }) => (
              <li key={id}>
                <DictTag dict="fankui_state" value={state} />
                <DictTag dict="fankui_type" value={type} />
                <span className="home-line-text">
                  <RowLink resource="app/fankui" filter={{ state }} title="打开反馈列表" isName>
                    {neirong}
                  </RowLink>
                </span>
                <time className="muted">{ago(createTime)}</time>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
