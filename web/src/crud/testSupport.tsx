import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { Activity, useState, type ReactNode } from "react";
import type { ColumnMeta, ResourceMeta } from "@/api/resources";
import { FeedbackHost } from "@/lib/feedback";
import { placeholderUser, setUser } from "@/lib/session";
import { TabScope } from "@/lib/tabScope";
import "@/test/stillLayout";

export interface Shown {
  /** The tab's query as it stands now. */
  search: () => string;
  /** Another tab is looked at for so long that nobody remembers what was fetched here. */
  hideForLong: () => Promise<void>;
  showAgain: () => Promise<void>;
}

/** Renders a page in a tab of its own, for a person with these permissions. */
export function showPage(page: ReactNode, permissions: string[], search = ""): Shown {
  setUser({ ...placeholderUser, loginName: "admin", permissionList: permissions });
  let now = search;
  let setShown: ((isShown: boolean) => void) | undefined;
  function Tab({ children }: { children: ReactNode }) {
    const [text, setText] = useState(search);
    const [isShown, set] = useState(true);
    setShown = set;
    now = text;
    const handle = {
      path: "/test",
      active: true,
      search: text,
      setSearch: setText,
      setTitle: () => {},
      markDirty: () => {},
      refresh: () => {},
      close: () => {},
    };
    return (
      <TabScope handle={handle}>
        <Activity mode={isShown ? "visible" : "hidden"}>{children}</Activity>
      </TabScope>
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Tab>{page}</Tab>
      <FeedbackHost />
    </QueryClientProvider>,
  );
  return {
    search: () => now,
    hideForLong: async () => {
      await act(async () => setShown?.(false));
      client.clear();
    },
    showAgain: () => act(async () => setShown?.(true)),
  };
}

export function column(prop: string, label: string, more: Partial<ColumnMeta> = {}): ColumnMeta {
  return {
    prop,
    label,
    kind: "text",
    isList: true,
    isForm: true,
    isMust: false,
    isReadOnly: false,
    isCreateOnly: false,
    isSort: false,
    isFilter: false,
    ...more,
  };
}

/** A resource made for tests: a name to search and sort, a state to filter, an amount. */
export const fruit: ResourceMeta = {
  path: "app/fruit",
  label: "水果",
  show: "name",
  perm: "app:fruit",
  actions: ["list", "query", "add", "edit", "del", "export", "import"],
  columns: [
    column("name", "名称", { isMust: true, isSort: true, search: "like", max: 20 }),
    column("state", "状态", { kind: "dict", dict: "state", type: "tag", isFilter: true }),
    column("jine", "价格", { kind: "fen", isSort: true }),
  ],
};

export const every = fruit.actions.map((action) => `${fruit.perm}:${action}`);
