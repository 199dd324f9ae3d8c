import { FontSizeOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import { setAppearance, useSize, type Size } from "@/lib/size";
import "./headerIcon.css";

const names: Record<Size, string> = {
  default: "默认",
  medium: "中等",
  small: "小型",
  mini: "迷你",
};

/** Control and row heights: default, medium, small or mini. */
export function SizeSelector() {
  const { size } = useSize();
  const items = (Object.keys(names) as Size[]).map((key) => ({
    key,
    label: `${names[key]}（${key}）`,
    onClick: () => setAppearance({ size: key }),
  }));
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: [size] }}
      trigger={["click"]}
      placement="bottomRight"
    >
      <button type="button" className="header-icon" aria-label={`界面大小：${names[size]}`}>
        <FontSizeOutlined />
      </button>
    </Dropdown>
  );
}
