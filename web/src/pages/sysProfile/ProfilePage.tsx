import { Alert, Tabs } from "antd";
import { useSession } from "@/lib/session";
import { AvatarCard } from "./AvatarCard";
import { PasswordForm } from "./PasswordForm";
import { ProfileForm } from "./ProfileForm";
import { SessionList } from "./SessionList";
import "./profile.css";

/** 个人中心: one's own data, password and signed-in devices. */
export default function ProfilePage() {
  const isGaimi = useSession((state) => state.user.isGaimi === true);
  const items = [
    { key: "profile", label: "基本资料", children: <ProfileForm /> },
    { key: "password", label: "修改密码", children: <PasswordForm /> },
    { key: "sessions", label: "登录设备", children: <SessionList /> },
  ];
  return (
    <div className="profile">
      <h1 className="visually-hidden">个人中心</h1>
      {isGaimi && (
        <Alert
          type="warning"
          showIcon
          className="profile-demand"
          title="你的密码是系统生成的，请先修改密码，然后才能使用其他功能。"
        />
      )}
      <AvatarCard />
      <section className="profile-main">
        {isGaimi ? <PasswordForm /> : <Tabs items={items} />}
      </section>
    </div>
  );
}
