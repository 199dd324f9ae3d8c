import { create } from "zustand";
import { forgetUser, useSession } from "@/lib/session";
import { forgetMenu, useMenu } from "./menu";
import { queryClient } from "./queryClient";
import { forgetTabs, leaveTabs, useTabs } from "./tabStore";
import { useUnsaved } from "./unsaved";

/** Whose unsaved input waits in memory while /login is shown; null when there is none. */
export const useKept = create<{ owner: string | null }>(() => ({ owner: null }));

/** Nothing of a person stays in memory. */
export function forgetWork() {
  useKept.setState({ owner: null });
  forgetUser();
  forgetMenu();
  forgetTabs();
  useUnsaved.setState({ paths: new Map() });
  queryClient.clear();
}

/**
 * A session that ends in the middle of a form must not take the form with it. Tabs with unsaved
 * input stay mounted, hidden, until somebody signs in; every other trace goes at once.
 */
export function keepUnsaved() {
  const { paths } = useUnsaved.getState();
  const { loginName } = useSession.getState().user;
  if (!useTabs.getState().tabs.some(({ path }) => paths.has(path))) {
    forgetWork();
    return;
  }
  useKept.setState({ owner: loginName });
  leaveTabs(new Set(paths.keys()));
  useMenu.setState({ isLoaded: false });
  holdQueries();
}

/** What the waiting forms were filled from must be there as long as they are. */
function holdQueries() {
  for (const query of queryClient.getQueryCache().getAll())
    query.setOptions({ ...query.options, gcTime: Infinity });
}

/** Somebody signed in: their own input waits for them, another person's is dropped. */
export function admit(loginName: string) {
  const { owner } = useKept.getState();
  if (owner !== null && owner !== loginName) forgetWork();
}

/** The pages are on the screen again; their rows may have changed meanwhile. */
export function welcomeBack() {
  useKept.setState({ owner: null });
  void queryClient.invalidateQueries({ queryKey: ["rows"] });
  void queryClient.invalidateQueries({ queryKey: ["detail"] });
}
