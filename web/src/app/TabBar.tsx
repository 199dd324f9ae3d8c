import { CloseOutlined, LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ElementIcon } from "@/widgets/ElementIcon";
import { addressOf, afterClose, canClose, close as closed, type CloseKind, type Tab } from "./tabs";
import { closeTabs, moveTab, refreshTab, useTabs } from "./tabStore";
import { mayLose, useUnsaved } from "./unsaved";
import { useOverflow } from "./useOverflow";
import "./tabBar.css";

const closeEntries: { kind: CloseKind; label: string }[] = [
  { kind: "current", label: "关闭当前" },
  { kind: "others", label: "关闭其他" },
  { kind: "left", label: "关闭左侧" },
  { kind: "right", label: "关闭右侧" },
  { kind: "all", label: "全部关闭" },
];

interface ItemProps {
  tab: Tab;
  isActive: boolean;
  /** The arrows at both ends take their room from the list. */
  isOverflowing: boolean;
  onClose: (path: string) => void;
  onMenu: (path: string) => void;
}

function TabItem({ tab, isActive, isOverflowing, onClose, onMenu }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const [isTarget, setTarget] = useState(false);
  const isUnsaved = useUnsaved((state) => state.paths.has(tab.path));

  useEffect(() => {
    // The arrows that come with an overflow take their room from the list.
    const inline = isOverflowing ? "center" : "nearest";
    if (isActive) item.current?.scrollIntoView({ block: "nearest", inline });
  }, [isActive, isOverflowing]);

  return (
    // The mouse's ways besides the link and the button inside, which serve the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={item}
      className="tab"
      data-active={isActive}
      data-target={isTarget}
      draggable
      onContextMenu={() => onMenu(tab.path)}
      onMouseDown={(event) => {
        // The middle button would start the browser's auto-scroll.
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault();
        if (!tab.isPinned) onClose(tab.path);
      }}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/x-tab", tab.path);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("text/x-tab")) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setTarget(false);
        moveTab(event.dataTransfer.getData("text/x-tab"), tab.path);
      }}
    >
      <Link
        className="tab-link"
        to={addressOf(tab)}
        aria-current={isActive ? "page" : undefined}
        draggable={false}
      >
        {tab.icon && <ElementIcon name={tab.icon} />}
        <span className="tab-title">{tab.title}</span>
        {isUnsaved && (
          <span className="tab-unsaved">
            <span className="visually-hidden">未保存</span>
          </span>
        )}
      </Link>
      {!tab.isPinned && (
        <button
          type="button"
          className="tab-close"
          aria-label={`关闭 ${tab.title}`}
          onClick={() => onClose(tab.path)}
        >
          <CloseOutlined />
        </button>
      )}
    </li>
  );
}

/** The visited pages. Right-click for the menu, middle-click to close, drag to reorder. */
export function TabBar({ activePath }: { activePath: string }) {
  const tabs = useTabs((state) => state.tabs);
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const { isOverflowing, scrollBy } = useOverflow(list);
  const [menuPath, setMenuPath] = useState(activePath);

  const close = async (kind: CloseKind, path: string) => {
    const staying = new Set(closed(tabs, kind, path).map((tab) => tab.path));
    if (!(await mayLose(tabs.filter((tab) => !staying.has(tab.path))))) return;
    const next = afterClose(closeTabs(kind, path), activePath);
    if (next) void navigate(next);
  };

  const refresh = async () => {
    const tab = tabs.find((one) => one.path === menuPath);
    if (!tab || !(await mayLose([tab]))) return;
    refreshTab(menuPath);
    if (menuPath !== activePath) void navigate(addressOf(tab));
  };

  const items = [
    { key: "refresh", label: "刷新页面", onClick: () => void refresh() },
    { type: "divider" as const },
    ...closeEntries.map(({ kind, label }) => ({
      key: kind,
      label,
      disabled: !canClose(tabs, kind, menuPath),
      onClick: () => void close(kind, menuPath),
    })),
  ];

  return (
    <nav className="tab-bar" aria-label="打开的页签">
      {isOverflowing && (
        <button
          type="button"
          className="tab-arrow"
          aria-label="向左滚动页签"
          onClick={() => scrollBy(-240)}
        >
          <LeftOutlined />
        </button>
      )}
      <Dropdown menu={{ items }} trigger={["contextMenu"]}>
        <ul ref={list} className="tab-list">
          {tabs.map((tab) => (
            <TabItem
              key={tab.path}
              tab={tab}
              isActive={tab.path === activePath}
              isOverflowing={isOverflowing}
              onClose={(path) => void close("current", path)}
              onMenu={setMenuPath}
            />
          ))}
        </ul>
      </Dropdown>
      {isOverflowing && (
        <button
          type="button"
          className="tab-arrow"
          aria-label="向右滚动页签"
          onClick={() => scrollBy(240)}
        >
          <RightOutlined />
        </button>
      )}
    </nav>
  );
}
