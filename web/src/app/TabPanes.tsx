import {
  Activity,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
} from "react";
import { useNavigate } from "react-router";
import { TabScope, type TabHandle } from "../lib/tabScope";
import { UnknownView } from "../pages/error/UnknownView";
import { routeOf } from "./menu";
import { startProgress } from "./progress";
import { TabBoundary } from "./TabBoundary";
import { addressOf, afterClose, type Tab } from "./tabs";
import { closeTabs, refreshTab, retitleTab, setTabSearch } from "./tabStore";
import { markUnsaved } from "./unsaved";
import { renderView } from "./views";

/** While a page's code is on its way: the bar on top and the outline of a list. */
function PageFallback() {
  useEffect(() => startProgress(), []);
  return (
    <div className="pane-waiting" aria-busy="true" aria-label="页面加载中" role="status">
      <div className="pane-waiting-line" />
      <div className="pane-waiting-table" />
    </div>
  );
}

/** Scrolls for one page and gives the place back when the tab is shown again. */
function Pane({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = top.current;
  }, []);
  return (
    <div
      ref={box}
      className="pane"
      onScroll={(event) => {
        if (event.target === event.currentTarget) top.current = event.currentTarget.scrollTop;
      }}
    >
      {children}
    </div>
  );
}

function useHandle(path: string, search: string, active: boolean): TabHandle {
  const navigate = useNavigate();
  const isActive = useRef(active);
  useLayoutEffect(() => {
    isActive.current = active;
  }, [active]);
  return useMemo(
    () => ({
      path,
      search,
      active,
      setSearch: (next, how) => {
        if (isActive.current)
          void navigate(addressOf({ path, search: next }), { replace: how === "replace" });
        else setTabSearch(path, next);
      },
      // A hidden page has its effects ended; that must not take its mark away.
      setDirty: (isDirty) => {
        if (isActive.current) markUnsaved(path, isDirty);
      },
      setTitle: (title) => retitleTab(path, title),
      refresh: () => refreshTab(path),
      close: () => {
        const remaining = closeTabs("current", path);
        const next = isActive.current ? afterClose(remaining, path) : null;
        if (next) void navigate(next);
      },
    }),
    [path, search, active, navigate],
  );
}

const TabPane = memo(function TabPane({ tab, isActive }: { tab: Tab; isActive: boolean }) {
  const handle = useHandle(tab.path, tab.search, isActive);
  const component = routeOf(tab.path)?.component ?? "";
  return (
    <TabScope handle={handle}>
      <Activity mode={isActive ? "visible" : "hidden"}>
        <Pane>
          <TabBoundary onRetry={handle.refresh}>
            <Suspense fallback={<PageFallback />}>
              {renderView(component) ?? <UnknownView component={component} />}
            </Suspense>
          </TabBoundary>
        </Pane>
      </Activity>
    </TabScope>
  );
});

const byPath = (a: Tab, b: Tab) => (a.path < b.path ? -1 : 1);

/** Every visited tab's page; only the active one is visible, the others stay as they are. */
export function TabPanes({ tabs, activePath }: { tabs: Tab[]; activePath: string }) {
  // A fixed order, so that dragging a tab never moves a page in the document.
  const mounted = tabs
    .filter((tab) => tab.isVisited && (tab.isCached || tab.path === activePath))
    .toSorted(byPath);
  return mounted.map((tab) => (
    <TabPane key={`${tab.path}#${tab.epoch}`} tab={tab} isActive={tab.path === activePath} />
  ));
}
