import { DownOutlined } from "@ant-design/icons";
import { Avatar, Dropdown } from "antd";
import { useNavigate } from "react-router";
import { useSession } from "@/lib/session";
import { showKeys } from "./KeyboardHelp";
import { lockScreen } from "./screenLock";
import { askToLeave } from "./signOut";

export function UserMenu() {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const items = [
    { key: "profile", label: "个人中心", onClick: () => void navigate("/sysProfile") },
    { key: "keys", label: "快捷键", onClick: showKeys },
    { key: "lock", label: "锁定屏幕", onClick: () => void lockScreen() },
    { type: "divider" as const },
    { key: "leave", label: "退出登录", onClick: () => void askToLeave(navigate) },
  ];
  return (
    <Dropdown menu={{ items }} trigger={["click"]} placement="bottomRight">
      <button type="button" className="user-button">
        <Avatar aria-hidden size={24} {...(user.headUrl ? { src: user.headUrl } : {})}>
          {user.nickName.slice(0, 1)}
        </Avatar>
        <span className="visually-hidden">账号菜单</span>
        <span className="user-name">{user.nickName}</span>
        <DownOutlined className="user-arrow" />
      </button>
    </Dropdown>
  );
}
