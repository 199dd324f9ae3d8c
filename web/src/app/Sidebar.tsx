import { DownOutlined } from "@ant-design/icons";
import { Menu } from "antd";
import type { ItemType } from "antd/es/menu/interface";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { ElementIcon } from "@/widgets/ElementIcon";
import { Brand } from "./Brand";
import { isExternal, routeOf, useMenu, type MenuItem, type PageRoute } from "./menu";
import { addressOf } from "./tabs";
import { useTabs } from "./tabStore";
import { preloadView } from "./views";

/** An open tab keeps its query: the menu leads back to it as it was left. */
function MenuLink({ path, search, name }: { path: string; search: string; name: string }) {
  const open = useTabs((state) => state.tabs.find((tab) => tab.path === path));
  const fetch = () => preloadView(routeOf(path)?.component ?? "");
  return (
    <Link
      to={open ? addressOf(open) : addressOf({ path, search })}
      onPointerEnter={fetch}
      onFocus={fetch}
    >
      {name}
    </Link>
  );
}

// The menu puts its own class on the icon's outermost element, hence the span.
function iconOf(name: string | null | undefined) {
  return name ? (
    <span>
      <ElementIcon name={name} />
    </span>
  ) : undefined;
}

function itemOf(item: MenuItem, routes: ReadonlyMap<string, PageRoute>): ItemType[] {
  const icon = iconOf(item.icon);
  if (isExternal(item)) {
    const label = (
      <a href={item.routerUrl ?? ""} target="_blank" rel="noopener noreferrer">
        {item.name}
      </a>
    );
    return [{ key: `link-${item.id}`, icon, label }];
  }
  const route = routes.get(item.routerUrl ?? "");
  if (item.type === "ZICAIDAN" && route) {
    return [
      {
        key: route.path,
        icon,
        title: item.name,
        label: <MenuLink path={route.path} search={route.search} name={item.name} />,
      },
    ];
  }
  const children = (item.children ?? []).flatMap((child) => itemOf(child, routes));
  return children.length > 0
    ? [{ key: `folder-${item.id}`, icon, label: item.name, children }]
    : [];
}

/** As thin as every other arrow; whether the folder is open is said by the menu itself. */
const folderArrow = ({ isOpen }: { isOpen?: boolean }) => (
  <DownOutlined className="folder-arrow" rotate={isOpen ? 180 : 0} />
);

/** Keys of the folders above a page. */
function foldersOf(tree: readonly MenuItem[], path: string): string[] {
  for (const item of tree) {
    if (item.routerUrl === path) return [];
    const below = item.children ?? [];
    if (below.some((child) => child.routerUrl === path)) return [`folder-${item.id}`];
    const deeper = foldersOf(below, path);
    if (deeper.length > 0) return [`folder-${item.id}`, ...deeper];
  }
  return [];
}

interface SidebarProps {
  isCollapsed: boolean;
  activePath: string;
}

export function Sidebar({ isCollapsed, activePath }: SidebarProps) {
  const tree = useMenu((state) => state.tree);
  const routes = useMenu((state) => state.routes);
  const items = useMemo(() => {
    const byPath = new Map(routes.map((route) => [route.path, route]));
    const home = routes.find((route) => route.path === "/index");
    const first: ItemType[] = home
      ? [
          {
            key: home.path,
            icon: iconOf(home.icon),
            title: home.title,
            label: <MenuLink path={home.path} search="" name={home.title} />,
          },
        ]
      : [];
    return [...first, ...tree.flatMap((item) => itemOf(item, byPath))];
  }, [tree, routes]);

  // Folders of the shown page are open; what a person opened besides stays open.
  const [opened, setOpened] = useState<string[]>([]);
  const [shownPath, setShownPath] = useState("");
  if (shownPath !== activePath) {
    setShownPath(activePath);
    setOpened([...new Set([...opened, ...foldersOf(tree, activePath)])]);
  }

  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const links = menu.current?.querySelectorAll<HTMLAnchorElement>("a[href]") ?? [];
    const shown = [...links].find((link) => link.hash.split("?")[0] === `#${activePath}`);
    shown?.scrollIntoView({ block: "nearest" });
  }, [activePath]);

  return (
    <nav className="sidebar" aria-label="菜单">
      <Brand isCollapsed={isCollapsed} />
      <div ref={menu} className="sidebar-menu">
        <Menu
          mode="inline"
          inlineIndent={16}
          inlineCollapsed={isCollapsed}
          items={items}
          expandIcon={isCollapsed ? null : folderArrow}
          selectedKeys={[activePath]}
          {...(isCollapsed ? {} : { openKeys: opened, onOpenChange: setOpened })}
        />
      </div>
    </nav>
  );
}
