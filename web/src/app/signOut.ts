import type { NavigateFunction } from "react-router";
import { call, quiet } from "@/api/client";
import { onSignedOut } from "@/api/signOut";
import { confirm, dismissQuestions } from "@/lib/feedback";
import { flushPrefs, forgetPrefs } from "@/lib/prefs";
import { uncoverScreen } from "@/lib/screenLock";
import { tokenKey } from "@/lib/session";
import { loginPath } from "./guard";
import { forgetWork, keepUnsaved, useKept } from "./kept";
import { useTabs } from "./tabStore";
import { unsavedWords } from "./unsaved";

interface Navigator {
  state: { location: { pathname: string; search: string } };
  navigate: (to: string, options: { replace: boolean }) => Promise<void>;
}

/** Nothing of the last person stays in storage, and no question of theirs on the screen. */
function clearBrowser() {
  localStorage.clear();
  sessionStorage.clear();
  forgetPrefs();
  uncoverScreen();
  dismissQuestions();
}

/**
 * A person leaves: the session ends on the server too. At a locked screen it may be anybody, so that
 * what was being written is kept as it is when a session ends by itself.
 */
export async function signOut(navigate: NavigateFunction, leaveWork = forgetWork): Promise<void> {
  await flushPrefs();
  try {
    await call("POST /sys/login/logout", {}, quiet);
  } catch {
    // Whatever the server says, this browser forgets the token.
  }
  clearBrowser();
  leaveWork();
  await navigate("/login", { replace: true });
}

/** Asks first: whoever is in the middle of something may have meant another key. */
export async function askToLeave(navigate: NavigateFunction): Promise<void> {
  const lost = unsavedWords(useTabs.getState().tabs);
  const isSure = await confirm({
    kind: lost ? "warning" : "info",
    content: `${lost && `${lost}，退出后不再保留。`}确定要退出登录吗？`,
    okText: "退出登录",
    isKeeping: lost !== "",
  });
  if (isSure) await signOut(navigate);
}

/** An ended session, noticed by a call or in another window, leads to /login once. */
export function watchSession(navigator: Navigator) {
  const isOnLogin = () => navigator.state.location.pathname === "/login";
  const leave = () => {
    const { pathname, search } = navigator.state.location;
    clearBrowser();
    keepUnsaved();
    void navigator.navigate(loginPath(pathname + search), { replace: true });
  };
  onSignedOut({ isOnLogin, leave });
  window.addEventListener("storage", (event) => {
    const isCleared = event.key === null || (event.key === tokenKey && event.newValue === null);
    if (isCleared && !isOnLogin()) leave();
    // Somebody signed in elsewhere, perhaps another person: start from their session.
    else if (event.key === tokenKey && event.newValue !== event.oldValue) {
      // Input that waits here is theirs or not: the guard of /login finds out.
      if (isOnLogin() && useKept.getState().owner !== null)
        void navigator.navigate(`/login${navigator.state.location.search}`, { replace: true });
      else location.reload();
    }
  });
}
