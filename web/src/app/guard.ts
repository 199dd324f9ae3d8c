/** What the guard knows when it decides. */
export interface GuardState {
  hasToken: boolean;
  /** Profile, menu and dictionaries have been fetched since sign-in. */
  isLoaded: boolean;
  /** A new password is demanded before anything else. */
  isGaimi: boolean;
}

export type Decision = { kind: "allow" } | { kind: "load" } | { kind: "redirect"; to: string };

const allow: Decision = { kind: "allow" };
const redirect = (to: string): Decision => ({ kind: "redirect", to });

export const profilePath = "/sysProfile";
const homePath = "/index";

/** A page on the way, carrying the address to go on to unless it is the default one. */
function onTheWay(page: string, target: string): string {
  const path = target.split("?")[0] ?? "";
  if (["", "/", "/login", "/home", homePath].includes(path)) return page;
  return `${page}?${new URLSearchParams({ redirect: target })}`;
}

/** /login, carrying the address to come back to. */
export function loginPath(target: string): string {
  return onTheWay("/login", target);
}

/** Where sign-in leads: the address it was asked for if it is one of ours, else the home page. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get("redirect") ?? "";
  const isOurs = /^\/(?!\/)/.test(wanted) && !/^\/(login)?(\?|$)/.test(wanted);
  return isOurs ? wanted : homePath;
}

/** The navigation guard as a function of the target and the session. */
export function decide(path: string, search: string, state: GuardState): Decision {
  if (!state.hasToken) return path === "/login" ? allow : redirect(loginPath(path + search));
  if (path === "/login") return redirect(afterLogin(search));
  if (!state.isLoaded) return { kind: "load" };
  if (state.isGaimi && path !== profilePath) return redirect(onTheWay(profilePath, path + search));
  return allow;
}
