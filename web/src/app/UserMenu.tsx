import { DownOutlined } from "@ant-design/icons";
import { Avatar, Dropdown } from "antd";
import { useNavigate } from "react-router";
import { confirm } from "@/lib/feedback";
import { useSession } from "@/lib/session";
import { router } from "./router";
import { signOut } from "./signOut";

async function leave() {
  const isSure = await confirm({ kind: "info", content: "确定要退出登录吗？", okText: "退出登录" });
  if (isSure) await signOut(router);
}

export function UserMenu() {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const items = [
    { key: "profile", label: "个人中心", onClick: () => void navigate("/sysProfile") },
    { type: "divider" as const },
    { key: "leave", label: "退出登录", onClick: () => void leave() },
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
