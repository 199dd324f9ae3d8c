import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";

/**
 * What a page knows about the tab it lives in. Pages stay mounted while hidden,
 * so they read their own query here, never the address bar, which may already
 * belong to another tab.
 */
export interface TabHandle {
  /** The tab's path, such as "/sys/user". */
  path: string;
  active: boolean;
  /** The tab's own query, without "?". */
  search: string;
  setSearch: (search: string, how: SearchHow) => void;
  setTitle: (title: string) => void;
  /** One form holds input that is not saved: the tab shows a dot, and closing it asks first. */
  markDirty: (id: string, isDirty: boolean) => void;
  /** Remounts the page. */
  refresh: () => void;
  close: () => void;
}

/** "back" takes back the "push" that came from there; where it did not, it replaces. */
export type SearchHow = "push" | "replace" | "back";

const HandleContext = createContext<TabHandle | null>(null);

/** The tab this page lives in; null outside the shell (in a unit test). */
export function useTab(): TabHandle | null {
  return useContext(HandleContext);
}

/** The tab's query and a setter; "replace" by default. Works without a tab too. */
export function useTabSearch(): [
  URLSearchParams,
  (next: URLSearchParams, how?: SearchHow) => void,
] {
  const tab = useTab();
  const [local, setLocal] = useState("");
  const text = tab ? tab.search : local;
  const params = useMemo(() => new URLSearchParams(text), [text]);
  const setSearch = tab?.setSearch;
  const set = useCallback(
    (next: URLSearchParams, how: SearchHow = "replace") => {
      if (setSearch) setSearch(next.toString(), how);
      else setLocal(next.toString());
    },
    [setSearch],
  );
  return [params, set];
}

/** Marks the tab while there is unsaved input; the mark stays when the tab is hidden. */
export function useTabDirty(isDirty: boolean) {
  const id = useId();
  const markDirty = useTab()?.markDirty;
  useEffect(() => {
    markDirty?.(id, isDirty);
    // Hiding the tab ends this effect too; the shell ignores what a hidden tab unmarks.
    return () => markDirty?.(id, false);
  }, [markDirty, id, isDirty]);
}

interface Held {
  value: unknown;
  destroy: () => void;
}

const InstancesContext = createContext<Map<string, Held> | null>(null);

/**
 * Surrounds the Activity of one tab. Effects inside an Activity end whenever the
 * tab is hidden; what is held here ends only when the tab is closed.
 */
export function TabScope({ handle, children }: { handle: TabHandle; children: ReactNode }) {
  const [instances] = useState(() => new Map<string, Held>());
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // Strict mode unmounts and mounts again at once: only a lasting end destroys.
      queueMicrotask(() => {
        if (mounted.current) return;
        for (const held of instances.values()) held.destroy();
        instances.clear();
      });
    };
  }, [instances]);

  return (
    <InstancesContext.Provider value={instances}>
      <HandleContext.Provider value={handle}>{children}</HandleContext.Provider>
    </InstancesContext.Provider>
  );
}

/**
 * An object that outlives the hiding of its tab, such as an editor with its undo
 * history or a map. Made on first use, destroyed when the tab closes.
 */
export function useTabInstance<T>(name: string, create: () => T, destroy: (value: T) => void): T {
  const shared = useContext(InstancesContext);
  const [own] = useState(() => new Map<string, Held>());
  const instances = shared ?? own;
  const held = instances.get(name);
  if (held) return held.value as T;
  const value = create();
  instances.set(name, { value, destroy: () => destroy(value) });
  return value;
}
