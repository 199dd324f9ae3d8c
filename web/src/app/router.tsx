import { createHashRouter, redirect, type LoaderFunctionArgs } from "react-router";
import { ApiError } from "@/api/client";
import { onVersionChange } from "@/api/version";
import { loadDicts } from "@/lib/dict";
import { lazyPart } from "@/lib/lazyPart";
import { getToken } from "@/lib/session";
import { ChunkFailed } from "@/pages/error/ChunkFailed";
import LoadFailed from "@/pages/error/LoadFailed";
import { loadAccess, mustChangePassword, refreshAccess } from "./access";
import { decide, loginPath } from "./guard";
import { watchReturn } from "./heartbeat";
import { useKept } from "./kept";
import { useMenu } from "./menu";
import { PageProgress } from "./PageFallback";
import { startProgress } from "./progress";
import { Root } from "./Root";
import { watchIdle } from "./screenLock";
import { watchUnsaved } from "./unsaved";
import { ShellOutline } from "./ShellOutline";
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

/** Before the first answer: whoever is signed in sees the shape of what is coming. */
const Starting = () => (getToken() === null ? null : <ShellOutline />);

const LoginPage = lazyPart(async () => (await import("@/pages/login/LoginPage")).default, {
  waiting: () => <PageProgress />,
  failed: (_props, retry) => <ChunkFailed onRetry={retry} />,
});

/** Sign-in says that unsaved input waits, whoever it waits for. */
function Login() {
  const isKept = useKept((state) => state.owner !== null);
  return <LoginPage isKept={isKept} />;
}

export const router = createHashRouter(
  [
    {
      Component: Root,
      HydrateFallback: Starting,
      children: [
        { path: "/", loader: () => redirect("/login"), Component: Nothing },
        { path: "/home", loader: () => redirect("/index"), Component: Nothing },
        {
          path: "/login",
          loader: guard,
          Component: Login,
          errorElement: <LoadFailed />,
        },
        {
          path: "*",
          loader: guard,
          shouldRevalidate: () => true,
          Component: Nothing,
          errorElement: <LoadFailed />,
        },
      ],
    },
  ],
  { basename: "/" },
);

watchSession(router);
watchReturn();
watchIdle();
watchUnsaved();
onVersionChange({
  permissionChanged: () => void refreshAccess(),
  dictChanged: () => void loadDicts().catch(() => undefined),
});

let endProgress: (() => void) | undefined;

// A change of the query alone (sorting, paging) is no navigation for a person. Where a page is
// scrolled to afterwards is decided in its pane.
router.subscribe(({ navigation, location }) => {
  const isLeaving =
    navigation.state !== "idle" && navigation.location.pathname !== location.pathname;
  if (isLeaving) endProgress ??= startProgress();
  else if (navigation.state === "idle" && endProgress) {
    endProgress();
    endProgress = undefined;
  }
});
