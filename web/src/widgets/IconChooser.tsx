import { Input, Popover } from "antd";
import { useId, useState } from "react";
import { ElementIcon } from "./ElementIcon";
import { codePoints } from "./elementIcons/codePoints";
import "./buttons.css";
import "./iconChooser.css";

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (name: string) => void;
}

const NAMES = Object.keys(codePoints);

/** Chooses one of the 280 Element icons, by eye or by name. */
export function IconChooser({ id, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const listId = useId();
  const found = NAMES.filter((name) => name.includes(search.trim().toLowerCase()));

  function choose(name: string) {
    onChange?.(name);
    setOpen(false);
  }

  const content = (
    <div className="icon-chooser">
      <Input
        autoFocus
        allowClear
        aria-label="搜索图标"
        aria-controls={listId}
        placeholder="图标名称"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div id={listId} className="icon-chooser-grid" role="listbox" aria-label="图标">
        {found.map((name) => (
          <button
            key={name}
            type="button"
            role="option"
            aria-selected={name === value}
            aria-label={name}
            title={name}
            onClick={() => choose(name)}
          >
            <ElementIcon name={name} />
          </button>
        ))}
      </div>
      <div className="muted">
        {found.length === 0 ? "没有这样的图标" : `${found.length} 个图标`}
      </div>
    </div>
  );
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={content}
      destroyOnHidden
    >
      <Input
        id={id}
        readOnly
        role="combobox"
        aria-haspopup="listbox"
        aria-controls={listId}
        aria-expanded={isOpen}
        value={value ?? ""}
        placeholder="点击选择图标"
        prefix={<ElementIcon name={value} />}
        suffix={
          value ? (
            <button
              type="button"
              className="icon-button"
              aria-label="清除图标"
              onClick={(event) => {
                event.stopPropagation();
                onChange?.("");
              }}
            >
              ×
            </button>
          ) : null
        }
        onKeyDown={(event) => event.key === "Enter" && setOpen(true)}
      />
    </Popover>
  );
}
