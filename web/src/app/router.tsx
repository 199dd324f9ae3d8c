import { createHashRouter, redirect, type LoaderFunctionArgs } from "react-router";
import { ApiError } from "../api/client";
import { onVersionChange } from "../api/version";
import { loadDicts } from "../lib/dict";
import { getToken } from "../lib/session";
import LoadFailed from "../pages/error/LoadFailed";
import { loadAccess, mustChangePassword, refreshAccess } from "./access";
import { loadChunk } from "../lib/chunk";
import { decide, loginPath } from "./guard";
import { watchReturn } from "./heartbeat";
import { useMenu } from "./menu";
import { startProgress } from "./progress";
import { watchSession } from "./signOut";

const decideNow = (url: URL) =>
  decide(url.pathname, url.search, {
    hasToken: getToken() !== null,
    isLoaded: useMenu.getState().isLoaded,
    isGaimi: mustChangePassword(),
  });

/** Runs before every page: loads what is missing, then looks at the same target again. */
async function guard({ request }: LoaderFunctionArgs): Promise<null> {
  const url = new URL(request.url);
  let decision = decideNow(url);
  if (decision.kind === "load") {
    try {
      await loadAccess();
    } catch (error) {
      if (error instanceof ApiError && error.code === 401)
        throw redirect(loginPath(url.pathname + url.search));
      throw error;
    }
    decision = decideNow(url);
  }
  if (decision.kind === "redirect") throw redirect(decision.to);
  return null;
}

const Nothing = () => null;

export const router = createHashRouter(
  [
    {
      errorElement: <LoadFailed />,
      HydrateFallback: Nothing,
      children: [
        { path: "/", loader: () => redirect("/login"), Component: Nothing },
        { path: "/home", loader: () => redirect("/index"), Component: Nothing },
        {
          path: "/login",
          loader: guard,
          lazy: {
            Component: async () =>
              (await loadChunk(() => import("../pages/login/LoginPage"))).default,
          },
        },
        {
          path: "*",
          loader: guard,
          shouldRevalidate: () => true,
          lazy: { Component: async () => (await loadChunk(() => import("./Shell"))).default },
        },
      ],
    },
  ],
  { basename: "/" },
);

watchSession(router);
watchReturn();
onVersionChange({
  permissionChanged: () => void refreshAccess(),
  dictChanged: () => void loadDicts().catch(() => undefined),
});

let endProgress: (() => void) | undefined;

// A change of the query alone (sorting, paging) is no navigation for a person.
router.subscribe(({ navigation, location }) => {
  const isLeaving =
    navigation.state !== "idle" && navigation.location.pathname !== location.pathname;
  if (isLeaving) endProgress ??= startProgress();
  else if (navigation.state === "idle" && endProgress) {
    endProgress();
    endProgress = undefined;
    window.scrollTo(0, 0);
  }
});
