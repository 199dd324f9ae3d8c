import { SearchOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { wantFocus } from "@/lib/arrival";
import { Dialog } from "@/lib/Dialog";
import { ElementIcon } from "@/widgets/ElementIcon";
import { findMenus } from "./findMenus";
import { useMenu, type PageRoute } from "./menu";
import { addressOf } from "./tabs";
import { useTabs } from "./tabStore";
import { useActions } from "./useActions";
import { useFoundRows } from "./useFoundRows";
import "./palette.css";

/** What can be chosen: a page, an action or a row. */
interface Choice {
  key: string;
  icon: string | undefined;
  title: string;
  trail: string;
  go: () => void;
}

/**
 * Pages and actions by name, pinyin or initials; customers by name, orders by number, products.
 * Arrows choose, Enter goes.
 */
export function MenuPalette({ onClose }: { onClose: () => void }) {
  const routes = useMenu((state) => state.routes);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const rows = useFoundRows(text);
  const actions = useActions(text);

  const goTo = (route: PageRoute) => {
    onClose();
    wantFocus(route.path);
    const open = useTabs.getState().tabs.find((tab) => tab.path === route.path);
    void navigate(addressOf(open ?? route));
  };
  const pages = findMenus(routes, text).map((route): Choice => ({
    key: route.path,
    icon: route.icon,
    title: route.title,
    trail: route.trail.join(" / "),
    go: () => goTo(route),
  }));
  const found: Choice[] = rows.map(({ to, ...row }) => ({
    ...row,
    icon: undefined,
    go: () => {
      onClose();
      void navigate(to);
    },
  }));
  const doing = actions.map(({ run, ...action }): Choice => ({
    ...action,
    key: action.title,
    icon: action.icon,
    go: () => {
      onClose();
      run();
    },
  }));
  found.unshift(...pages, ...doing);
  const chosen = Math.min(at, Math.max(found.length - 1, 0));

  const onKeyDown = (event: React.KeyboardEvent) => {
    // Enter that ends a Chinese input composition is not yet a choice.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // What had the focus before must not be pressed by the same key.
      event.preventDefault();
      found[chosen]?.go();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + found.length) % Math.max(found.length, 1);
    setAt(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Dialog
      title={<span className="visually-hidden">搜索</span>}
      width={520}
      className="palette"
      isBare
      onClose={onClose}
    >
      <Input
        autoFocus
        variant="borderless"
        maxLength={100}
        prefix={<SearchOutlined />}
        placeholder="菜单、操作、客户姓名、订单号、产品；手机号按回车查找"
        role="combobox"
        aria-label="搜索"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="搜索结果" className="palette-list">
        {found.map((choice, index) => (
          // The keyboard works on the input above, which names the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={choice.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-item"
            onMouseMove={() => setAt(index)}
            onClick={choice.go}
          >
            <ElementIcon name={choice.icon} />
            <span>{choice.title}</span>
            <span className="palette-trail">{choice.trail}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="palette-none">没有匹配的内容，换个词试试</p>}
    </Dialog>
  );
}
