import { call, quiet } from "../api/client";
import { onSignedOut } from "../api/signOut";
import { flushPrefs, forgetPrefs } from "../lib/prefs";
import { forgetUser, tokenKey } from "../lib/session";
import { loginPath } from "./guard";
import { forgetMenu } from "./menu";
import { queryClient } from "./queryClient";
import { forgetTabs } from "./tabStore";
import { useUnsaved } from "./unsaved";

interface Navigator {
  state: { location: { pathname: string; search: string } };
  navigate: (to: string, options: { replace: boolean }) => Promise<void>;
}

/** Nothing of the last person stays, neither in storage nor in memory. */
function forgetAll() {
  localStorage.clear();
  sessionStorage.clear();
  forgetPrefs();
  forgetUser();
  forgetMenu();
  forgetTabs();
  useUnsaved.setState({ paths: new Set() });
  queryClient.clear();
}

/** A person leaves: the session ends on the server too. */
export async function signOut(navigator: Navigator): Promise<void> {
  await flushPrefs();
  try {
    await call("POST", "/api/sys/login/logout", quiet);
  } catch {
    // Whatever the server says, this browser forgets the token.
  }
  forgetAll();
  await navigator.navigate("/login", { replace: true });
}

/** An ended session, noticed by a call or in another window, leads to /login once. */
export function watchSession(navigator: Navigator) {
  const isOnLogin = () => navigator.state.location.pathname === "/login";
  const leave = () => {
    const { pathname, search } = navigator.state.location;
    forgetAll();
    void navigator.navigate(loginPath(pathname + search), { replace: true });
  };
  onSignedOut({ isOnLogin, leave });
  window.addEventListener("storage", (event) => {
    const isCleared = event.key === null || (event.key === tokenKey && event.newValue === null);
    if (isCleared && !isOnLogin()) leave();
    // Somebody signed in elsewhere, perhaps another person: start from their session.
    else if (event.key === tokenKey && event.newValue !== event.oldValue) location.reload();
  });
}
