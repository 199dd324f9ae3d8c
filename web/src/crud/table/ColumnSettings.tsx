import {
  HolderOutlined,
  SettingOutlined,
  VerticalLeftOutlined,
  VerticalRightOutlined,
} from "@ant-design/icons";
import { Button, Checkbox, Input, Popover } from "antd";
import { useRef, useState } from "react";
import { confirm } from "@/lib/feedback";
import type { Row, TableColumn } from "@/crud/column";
import "./columnSettings.css";
import { moveSetting, type ColumnSetting, type Pin } from "./columnSettings";
import type { ColumnSettingsHandle } from "./useColumnSettings";

interface Props<R extends Row> {
  columns: readonly TableColumn<R>[];
  handle: ColumnSettingsHandle;
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Which columns are shown, in which order and where they stick; 重置 brings back the defaults. */
export function ColumnSettings<R extends Row>(props: Props<R>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<Panel {...props} onAsk={() => setOpen(false)} />}
    >
      <Button icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
    </Popover>
  );
}

function Panel<R extends Row>({ columns, handle, onAsk }: Props<R> & { onAsk: () => void }) {
  const { settings, change, reset } = handle;
  const [search, setSearch] = useState("");
  const dragged = useRef<number | null>(null);
  const labels = new Map(columns.map(({ prop, label }) => [prop, label]));
  const shownCount = settings.filter(({ isShow }) => isShow).length;
  const update = (prop: string, patch: Partial<ColumnSetting>) =>
    change(settings.map((setting) => (setting.prop === prop ? { ...setting, ...patch } : setting)));

  async function askReset() {
    // A question covers the page; what it came from would stand on top of it.
    onAsk();
    if (await confirm({ title: "提示", content: "恢复默认的列显示、顺序、宽度和固定？" }))
      await reset();
  }

  return (
    <div className="column-settings">
      <Input
        allowClear
        aria-label="搜索列"
        placeholder="搜索列"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="column-settings-bar">
        <Checkbox
          checked={shownCount === settings.length}
          indeterminate={shownCount > 0 && shownCount < settings.length}
          onChange={({ target }) =>
            // One column always remains: an empty table could not be told from a broken one.
            change(settings.map((one, i) => ({ ...one, isShow: target.checked || i === 0 })))
          }
        >
          全部
        </Checkbox>
        <Button size="small" type="link" onClick={() => void askReset()}>
          重置
        </Button>
      </div>
      <ul>
        {settings.map((setting, index) => {
          const label = labels.get(setting.prop) ?? setting.prop;
          if (!label.includes(search.trim())) return null;
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; the handle inside moves by keyboard
            <li
              key={setting.prop}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => {
                if (dragged.current !== null) change(moveSetting(settings, dragged.current, index));
                dragged.current = null;
              }}
            >
              <span
                className="column-settings-drag"
                draggable
                role="button"
                tabIndex={0}
                aria-label={`移动${label}，用上下方向键`}
                onDragStart={() => {
                  dragged.current = index;
                }}
                onKeyDown={(event) => {
                  const step = STEPS[event.key] ?? 0;
                  if (step === 0) return;
                  event.preventDefault();
                  const to = Math.min(settings.length - 1, Math.max(0, index + step));
                  change(moveSetting(settings, index, to));
                }}
              >
                <HolderOutlined />
              </span>
              <Checkbox
                className="column-settings-name"
                checked={setting.isShow}
                disabled={setting.isShow && shownCount === 1}
                onChange={({ target }) => update(setting.prop, { isShow: target.checked })}
              >
                {label}
              </Checkbox>
              <PinButton side="left" label={label} setting={setting} onPin={update} />
              <PinButton side="right" label={label} setting={setting} onPin={update} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface PinProps {
  side: Pin;
  label: string;
  setting: ColumnSetting;
  onPin: (prop: string, patch: Partial<ColumnSetting>) => void;
}

function PinButton({ side, label, setting, onPin }: PinProps) {
  const isOn = setting.pin === side;
  const name = side === "left" ? "左" : "右";
  return (
    <button
      type="button"
      className="icon-button column-settings-pin"
      aria-label={`${label}固定在${name}侧`}
      title={`固定在${name}侧`}
      aria-pressed={isOn}
      onClick={() => onPin(setting.prop, { pin: isOn ? undefined : side })}
    >
      {side === "left" ? <VerticalRightOutlined /> : <VerticalLeftOutlined />}
    </button>
  );
}
