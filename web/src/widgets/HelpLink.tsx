import { QuestionCircleOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import "./headerIcon.css";

/** Opens the help in a window of its own; nothing where there is no address. */
export function HelpLink({ href }: { href: string }) {
  if (href === "") return null;
  return (
    <Tooltip title="帮助">
      <a
        className="header-icon"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="帮助"
      >
        <QuestionCircleOutlined />
      </a>
    </Tooltip>
  );
}
