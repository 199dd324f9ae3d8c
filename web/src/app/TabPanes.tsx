import {
  Activity,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
} from "react";
import { useNavigate } from "react-router";
import { useArrival } from "@/lib/arrival";
import { TabScope, type TabHandle } from "@/lib/tabScope";
import { UnknownView } from "@/pages/error/UnknownView";
import { routeOf } from "./menu";
import { TabBoundary } from "./TabBoundary";
import { addressOf, afterClose, type Tab } from "./tabs";
import { closeTabs, refreshTab, retitleTab, setTabSearch } from "./tabStore";
import { markUnsaved, setUnsaved } from "./unsaved";
import { CustomerScope } from "@/loan/customer/CustomerScope";
import { openView, renderView } from "./views";

interface PaneProps {
  path: string;
  /** The tab's query: with another one it shows something else. */
  search: string;
  children: ReactNode;
}

/**
 * Scrolls for one page. A tab that is shown again has the place where it was left; one that is
 * opened, or comes back with another query, starts at its top.
 */
function Pane({ path, search, children }: PaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const left = useRef({ search, top: 0 });
  const shown = useRef(search);
  useLayoutEffect(() => {
    shown.current = search;
  }, [search]);
  // Runs whenever the pane is shown, never for a query that changes while it is looked at.
  useLayoutEffect(() => {
    const { current } = left;
    if (box.current) box.current.scrollTop = current.search === shown.current ? current.top : 0;
  }, []);
  useArrival(box, path);
  return (
    <div
      ref={box}
      className="pane"
      onScroll={(event) => {
        if (event.target !== event.currentTarget) return;
        left.current = { search: shown.current, top: event.currentTarget.scrollTop };
      }}
    >
      {children}
    </div>
  );
}

interface PushState {
  /** The address of the same tab that a push came from. */
  from: string;
}

/** What the router keeps for us with the address that is shown; it outlives a reload. */
function stateOf(kept: unknown): PushState | null {
  const { usr } = (kept ?? {}) as { usr?: PushState | null };
  return usr ?? null;
}

function useHandle(path: string, search: string, active: boolean): TabHandle {
  const navigate = useNavigate();
  const isActive = useRef(active);
  /** The forms that have said since the tab was shown that they hold unsaved input. */
  const dirty = useRef(new Set<string>());
  useLayoutEffect(() => {
    isActive.current = active;
    dirty.current.clear();
  }, [active]);
  // A form may have ended while its tab was hidden, when nothing can take its mark away. Those that
  // are still there have marked themselves by now: effects within run before this one.
  useEffect(() => {
    if (active) setUnsaved(path, new Set(dirty.current));
  }, [active, path]);
  const markDirty = useCallback(
    (id: string, isDirty: boolean) => {
      // A hidden page has its effects ended; that must not take its mark away.
      if (!isActive.current) return;
      if (isDirty) dirty.current.add(id);
      else dirty.current.delete(id);
      markUnsaved(path, id, isDirty);
    },
    [path],
  );
  return useMemo(
    () => ({
      path,
      search,
      active,
      setSearch: (next, how) => {
        if (!isActive.current) {
          setTabSearch(path, next);
          return;
        }
        const to = addressOf({ path, search: next });
        const before = stateOf(window.history.state);
        // Whoever goes elsewhere before the address has followed comes back to what was left.
        if (how === "back") setTabSearch(path, next);
        if (how === "back" && before?.from === to) void navigate(-1);
        else if (how === "push")
          void navigate(to, { state: { from: addressOf({ path, search }) } });
        else void navigate(to, { replace: true, state: before });
      },
      markDirty,
      setTitle: (title) => retitleTab(path, title),
      refresh: () => refreshTab(path),
      close: () => {
        const remaining = closeTabs("current", path);
        const next = isActive.current ? afterClose(remaining, path) : null;
        if (next) void navigate(next);
      },
    }),
    [path, search, active, markDirty, navigate],
  );
}

const TabPane = memo(function TabPane({ tab, isActive }: { tab: Tab; isActive: boolean }) {
  const handle = useHandle(tab.path, tab.search, isActive);
  const component = routeOf(tab.path)?.component ?? "";
  // With the click, not after the code: the page's own effects run only when that has come.
  const search = useRef(tab.search);
  useLayoutEffect(() => openView(component, search.current), [component]);
  return (
    <TabScope handle={handle}>
      <Activity mode={isActive ? "visible" : "hidden"}>
        <Pane path={tab.path} search={tab.search}>
          <TabBoundary onRetry={handle.refresh}>
            <CustomerScope>
              {renderView(component) ?? <UnknownView component={component} />}
            </CustomerScope>
          </TabBoundary>
        </Pane>
      </Activity>
    </TabScope>
  );
});

const byPath = (a: Tab, b: Tab) => (a.path < b.path ? -1 : 1);

interface PanesProps {
  tabs: Tab[];
  /** Null while the person is away: every page waits, hidden. */
  activePath: string | null;
}

/** Every visited tab's page; only the active one is visible, the others stay as they are. */
export function TabPanes({ tabs, activePath }: PanesProps) {
  // A fixed order, so that dragging a tab never moves a page in the document.
  const mounted = tabs
    .filter(
      ({ path, isVisited, isCached }) =>
        isVisited && (isCached || activePath === null || path === activePath),
    )
    .toSorted(byPath);
  return mounted.map((tab) => (
    <TabPane key={`${tab.path}#${tab.epoch}`} tab={tab} isActive={tab.path === activePath} />
  ));
}
