import { useLayoutEffect, useState } from "react";
import { useSession } from "@/lib/session";
import { EmptyMenu } from "@/pages/error/EmptyMenu";
import { NotFound } from "@/pages/error/NotFound";
import { Header } from "./Header";
import { KeyboardHelp } from "./KeyboardHelp";
import { useMenu } from "./menu";
import { NetworkBanner } from "./NetworkBanner";
import { Sidebar } from "./Sidebar";
import { TabBar } from "./TabBar";
import { TabPanes } from "./TabPanes";
import { useTabs, visitTab } from "./tabStore";
import { Watermark } from "./Watermark";
import { useCompanyTitle } from "@/lib/company";
import "./shell.css";

const collapsedKey = "sidebar-collapsed";

interface Props {
  /** The address that is shown, or was when the person was led to /login. */
  place: { pathname: string; search: string };
  /** The session ended with unsaved input: its pages wait in memory, nothing of them is seen. */
  isAway: boolean;
}

/** The layout: menu on the left, header and tabs on top, the open pages below. */
export default function Shell({ place, isAway }: Props) {
  const { pathname, search } = place;
  const route = useMenu((state) => state.routes.find((one) => one.path === pathname));
  const hasMenu = useMenu((state) => state.tree.length > 0);
  const tabs = useTabs((state) => state.tabs);
  const nickName = useSession((state) => state.user.nickName);
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === "1");

  useLayoutEffect(() => {
    if (route && !isAway) visitTab(route, search.slice(1));
  }, [route, search, isAway]);

  const title = tabs.find((tab) => tab.path === pathname)?.title ?? route?.title;
  useCompanyTitle(title, !isAway);

  const toggle = () => {
    localStorage.setItem(collapsedKey, isCollapsed ? "0" : "1");
    setCollapsed(!isCollapsed);
  };

  return (
    <div className="shell" data-collapsed={isCollapsed} data-away={isAway || undefined}>
      {!isAway && (
        <>
          <a className="skip-link" href="#main" onClick={focusMain}>
            跳到内容
          </a>
          <Sidebar isCollapsed={isCollapsed} activePath={pathname} />
        </>
      )}
      <Watermark />
      <div className="shell-body">
        {!isAway && (
          <>
            <Header isCollapsed={isCollapsed} onToggle={toggle} route={route} />
            <TabBar activePath={pathname} />
            <NetworkBanner />
            <KeyboardHelp />
          </>
        )}
        <main id="main" className="shell-main" tabIndex={-1}>
          <TabPanes tabs={tabs} activePath={isAway ? null : pathname} />
          {!route && (hasMenu ? <NotFound path={pathname} /> : <EmptyMenu nickName={nickName} />)}
        </main>
      </div>
    </div>
  );
}

// The hash is the router's, so the skip link moves the focus by itself.
function focusMain(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
