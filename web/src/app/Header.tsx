import { MenuFoldOutlined, MenuUnfoldOutlined } from "@ant-design/icons";
import { useVersions } from "@/api/version";
import { useCompany } from "@/lib/company";
import { FullscreenButton } from "@/widgets/FullscreenButton";
import { HelpLink } from "@/widgets/HelpLink";
import { SizeSelector } from "@/widgets/SizeSelector";
import { Bell } from "./bell/lazyBell";
import { MenuSearch } from "./MenuSearch";
import { ModeButton } from "./ModeButton";
import { UserMenu } from "./UserMenu";
import type { PageRoute } from "./menu";
import "./header.css";

interface HeaderProps {
  isCollapsed: boolean;
  onToggle: () => void;
  route: PageRoute | undefined;
}

function UpdateNotice() {
  const isOutdated = useVersions((state) => state.isOutdated);
  return (
    <div role="status">
      {isOutdated && (
        <button type="button" className="update-notice" onClick={() => location.reload()}>
          有新版本，刷新
        </button>
      )}
    </div>
  );
}

export function Header({ isCollapsed, onToggle, route }: HeaderProps) {
  const { helpUrl } = useCompany();
  return (
    <header className="header">
      <button
        type="button"
        className="header-icon"
        aria-label={isCollapsed ? "展开菜单" : "收起菜单"}
        aria-expanded={!isCollapsed}
        onClick={onToggle}
      >
        {isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
      <ol className="trail" aria-label="当前位置">
        {[...(route?.trail ?? []), ...(route ? [route.title] : [])].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      <UpdateNotice />
      <MenuSearch />
      <div className="header-tools">
        <Bell />
        <FullscreenButton />
        <SizeSelector />
        <HelpLink href={helpUrl} />
        <ModeButton />
        <UserMenu />
      </div>
    </header>
  );
}
