import { useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { useSession } from "../lib/session";
import { EmptyMenu } from "../pages/error/EmptyMenu";
import { NotFound } from "../pages/error/NotFound";
import { Header } from "./Header";
import { useMenu } from "./menu";
import { Sidebar } from "./Sidebar";
import { TabBar } from "./TabBar";
import { TabPanes } from "./TabPanes";
import { useTabs, visitTab } from "./tabStore";
import { useCompanyTitle } from "./company";
import "./shell.css";

const collapsedKey = "sidebar-collapsed";

/** The layout: menu on the left, header and tabs on top, the open pages below. */
export default function Shell() {
  const { pathname, search } = useLocation();
  const route = useMenu((state) => state.routes.find((one) => one.path === pathname));
  const hasMenu = useMenu((state) => state.tree.length > 0);
  const tabs = useTabs((state) => state.tabs);
  const nickName = useSession((state) => state.user.nickName);
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === "1");

  useLayoutEffect(() => {
    if (route) visitTab(route, search.slice(1));
  }, [route, search]);

  useCompanyTitle(tabs.find((tab) => tab.path === pathname)?.title ?? route?.title);

  const toggle = () => {
    localStorage.setItem(collapsedKey, isCollapsed ? "0" : "1");
    setCollapsed(!isCollapsed);
  };

  return (
    <div className="shell" data-collapsed={isCollapsed}>
      <a className="skip-link" href="#main" onClick={focusMain}>
        跳到内容
      </a>
      <Sidebar isCollapsed={isCollapsed} activePath={pathname} />
      <div className="shell-body">
        <Header isCollapsed={isCollapsed} onToggle={toggle} route={route} />
        <TabBar activePath={pathname} />
        <main id="main" className="shell-main" tabIndex={-1}>
          <TabPanes tabs={tabs} activePath={pathname} />
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
