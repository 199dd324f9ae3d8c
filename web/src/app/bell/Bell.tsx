import { BellOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Message } from "@/api/types.gen";
import { ago } from "@/lib/age";
import { getPref, setPref } from "@/lib/prefs";
import { followBell, useBell } from "./bellStream";
import "@/widgets/headerIcon.css";
import "./bell.css";

/** Up to when somebody has looked. */
const SEEN = "xiaoxi.kandao";
const MOST = 99;
const NOBODYS: readonly Message[] = [];

/** 消息: what happened that one should know of, without reloading. */
export function Bell() {
  const messages = useBell((state) => state.bell?.xiaoxi ?? NOBODYS);
  const [seen, setSeen] = useState(() => getPref<string>(SEEN) ?? "");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => followBell(), []);
  const fresh = messages.filter(({ shijian }) => shijian > seen).length;

  function show(opens: boolean) {
    setOpen(opens);
    const newest = messages[0]?.shijian;
    // What was new stays marked as long as it is looked at.
    if (opens || newest === undefined || newest <= seen) return;
    setPref(SEEN, newest);
    setSeen(newest);
  }

  const shown = () => Messages({ list: messages, seen, onLeave: () => show(false) });

  return (
    <Dropdown
      open={isOpen}
      onOpenChange={show}
      trigger={["click"]}
      placement="bottomRight"
      popupRender={shown}
    >
      <button
        type="button"
        className="header-icon bell"
        aria-label={fresh > 0 ? `消息，${fresh} 条新的` : "消息"}
        aria-expanded={isOpen}
      >
        <BellOutlined />
        <span className="visually-hidden" role="status">
          {fresh > 0 ? `${fresh} 条新消息` : ""}
        </span>
        {fresh > 0 ? <span className="bell-count">{fresh > MOST ? `${MOST}+` : fresh}</span> : null}
      </button>
    </Dropdown>
  );
}

interface ListProps {
  list: readonly Message[];
  seen: string;
  onLeave: () => void;
}

function Messages({ list, seen, onLeave }: ListProps) {
  if (list.length === 0) return <p className="bell-panel bell-none">最近七天没有消息</p>;
  return (
    <ul className="bell-panel bell-list" aria-label="消息">
      {list.map((message) => (
        <li key={message.jian} data-new={message.shijian > seen || undefined}>
          {message.routerUrl ? (
            <Link to={message.routerUrl} onClick={onLeave}>
              <Words message={message} />
            </Link>
          ) : (
            <div>
              <Words message={message} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Words({ message: { biaoti, neirong, shijian } }: { message: Message }) {
  return (
    <>
      <span className="bell-title">{biaoti}</span>
      <time className="muted">{ago(shijian)}</time>
      <span className="bell-text">{neirong}</span>
    </>
  );
}
