import { MoonOutlined, SunOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { setAppearance, useAppearance } from "@/lib/size";

export function ModeButton() {
  const mode = useAppearance((state) => state.mode);
  const label = mode === "dark" ? "切换到浅色" : "切换到深色";
  return (
    <Tooltip title={label}>
      <button
        type="button"
        className="header-icon"
        aria-label={label}
        onClick={() => setAppearance({ mode: mode === "dark" ? "light" : "dark" })}
      >
        {mode === "dark" ? <SunOutlined /> : <MoonOutlined />}
      </button>
    </Tooltip>
  );
}
