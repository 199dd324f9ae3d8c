import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "@/api/client";
import type { FirstSteps as Done, WaitingWork } from "@/api/types.gen";
import { DAY_IN_WORDS, officeNow } from "@/lib/day";
import { useSession } from "@/lib/session";
import { useShortcuts, type Shortcut } from "@/lib/shortcuts";
import { ElementIcon } from "@/widgets/ElementIcon";
import { EmptyMenu } from "@/pages/error/EmptyMenu";
import { Loaded } from "@/widgets/Loaded";
import { Backup } from "./Backup";
import { Book } from "./Book";
import { Coming, HOME, type Opened } from "./Coming";
import { DayFigures } from "./DayFigures";
import { DeskDialog } from "./DeskDialog";
import { FirstSteps } from "./FirstSteps";
import { greeting } from "./greeting";
import { HomeCharts } from "./HomeCharts";
import { Announcements, Lately, NewestFeedback } from "./Lately";
import { WaitingList, WaitingOutline } from "./WaitingList";
import "./index.css";

function byFolder(list: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of list) {
    const group = groups.get(shortcut.folder) ?? [];
    groups.set(shortcut.folder, [...group, shortcut]);
  }
  return [...groups];
}

/** Work comes first; where there is none, the way to some. */
const isWaiting = (list: readonly WaitingWork[]) => list.some(({ shuliang }) => shuliang > 0);

/** Before the first payout there is nothing to expect or to draw. */
const hasLent = (steps: Done | null) => !steps || steps.isFangkuan;

const REFRESH_MS = 30_000;

/** 首页: what waits for you, what the day brought, and the way to your pages. */
export default function IndexPage() {
  const user = useSession((state) => state.user);
  const list = useShortcuts((state) => state.list);
  const [opened, setOpened] = useState<Opened | null>(null);
  const now = officeNow();
  const home = useQuery({
    queryKey: HOME,
    queryFn: ({ signal }) => call("GET /app/page/admin/home", {}, { signal, silent: true }),
    refetchInterval: REFRESH_MS,
  });

  return (
    <div className="home">
      <header className="home-head">
        <h1>
          {greeting(now.hour())}，{user.nickName}
        </h1>
        <p>
          {now.format(DAY_IN_WORDS)}
          {user.roleNames && ` · ${user.roleNames}`}
          {user.mendianShow && ` · ${user.mendianShow}`}
        </p>
      </header>
      {list.length === 0 && <EmptyMenu nickName={user.nickName} />}
      <Loaded query={home} outline={<WaitingOutline />}>
        {({ qibu, daiban, kapian, zhangben, beifen, gonggao, dongtai, ...charts }) => (
          <>
            {qibu && !isWaiting(daiban) && <FirstSteps done={qibu} />}
            {daiban.length > 0 && <WaitingList list={daiban} />}
            {qibu && isWaiting(daiban) && <FirstSteps done={qibu} />}
            {kapian.length > 0 && <DayFigures list={kapian} />}
            {zhangben && <Book book={zhangben} />}
            {beifen && <Backup backups={beifen} />}
            {hasLent(qibu) && <Coming onOpen={setOpened} />}
            {hasLent(qibu) && <HomeCharts {...charts} />}
            {gonggao.length > 0 && <Announcements list={gonggao} />}
            {hasLent(qibu) && <NewestFeedback />}
            {dongtai.length > 0 && <Lately list={dongtai} />}
          </>
        )}
      </Loaded>
      {opened && <DeskDialog opened={opened} onClose={() => setOpened(null)} />}
      {byFolder(list).map(([folder, shortcuts]) => (
        <section key={folder} className="home-group home-pages" aria-label={folder || "常用"}>
          <h2>{folder || "常用"}</h2>
          <ul>
            {shortcuts.map((shortcut) => (
              <li key={shortcut.to}>
                <Link to={shortcut.to}>
                  <ElementIcon name={shortcut.icon} />
                  {shortcut.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
