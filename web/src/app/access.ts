import { call, quiet, type CallOptions } from "@/api/client";
import { loadDicts } from "@/lib/dict";
import { loadPrefs } from "@/lib/prefs";
import { setUser, useSession } from "@/lib/session";
import { beginLoading } from "@/lib/overlay";
import { restoreAppearance } from "@/lib/size";
import { loadCompany } from "@/lib/company";
import { admit } from "./kept";
import { setMenu, useMenu } from "./menu";
import { startProgress } from "./progress";
import { queryClient } from "./queryClient";
import { restoreTabs, syncTabs } from "./tabStore";

let pending: Promise<void> | undefined;

async function fetchAccess(options: CallOptions) {
  const [user, tree] = await Promise.all([
    call("GET /sys/user/findProfile", {}, options),
    call("GET /sys/menu/findUserMenuByTree", {}, options),
  ]);
  return { user, tree: tree ?? [] };
}

async function load(): Promise<void> {
  const endProgress = startProgress();
  const endLoading = beginLoading();
  try {
    const [{ user, tree }] = await Promise.all([
      fetchAccess({ noOverlay: true }),
      loadDicts(),
      loadPrefs(),
      loadCompany(queryClient),
    ]);
    admit(user.loginName);
    setUser(user);
    restoreAppearance();
    setMenu(tree);
    restoreTabs();
  } finally {
    endLoading();
    endProgress();
  }
}

/** Fetches what the shell needs, once however many navigations ask for it together. */
export function loadAccess(): Promise<void> {
  pending ??= load().finally(() => {
    pending = undefined;
  });
  return pending;
}

/** Roles or menus changed while working: takes the new rights without a word. */
export async function refreshAccess(): Promise<void> {
  if (!useMenu.getState().isLoaded) return;
  try {
    const { user, tree } = await fetchAccess(quiet);
    setUser(user);
    setMenu(tree);
    syncTabs();
  } catch {
    // The next answer carries the version again; until then the server refuses what it must.
  }
}

export function mustChangePassword(): boolean {
  return useSession.getState().user.isGaimi === true;
}
