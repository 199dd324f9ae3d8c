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
import "./palette.css";

/** Type a name, pinyin or initials; arrows choose, Enter goes. */
export function MenuPalette({ onClose }: { onClose: () => void }) {
  const routes = useMenu((state) => state.routes);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const found = findMenus(routes, text);
  const chosen = Math.min(at, Math.max(found.length - 1, 0));

  const go = (route: PageRoute | undefined) => {
    if (!route) return;
    onClose();
    wantFocus(route.path);
    const open = useTabs.getState().tabs.find((tab) => tab.path === route.path);
    void navigate(addressOf(open ?? route));
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    // Enter that ends a Chinese input composition is not yet a choice.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") go(found[chosen]);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + found.length) % Math.max(found.length, 1);
    setAt(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Dialog
      title={<span className="visually-hidden">搜索菜单</span>}
      width={520}
      className="palette"
      isBare
      onClose={onClose}
    >
      <Input
        autoFocus
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder="菜单名称、拼音或首字母"
        role="combobox"
        aria-label="搜索菜单"
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
      <div id={listId} role="listbox" aria-label="菜单" className="palette-list">
        {found.map((route, index) => (
          // The keyboard works on the input above, which names the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={route.path}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-item"
            onMouseMove={() => setAt(index)}
            onClick={() => go(route)}
          >
            <ElementIcon name={route.icon} />
            <span>{route.title}</span>
            <span className="palette-trail">{route.trail.join(" / ")}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="palette-none">没有匹配的菜单，换个词试试</p>}
    </Dialog>
  );
}
