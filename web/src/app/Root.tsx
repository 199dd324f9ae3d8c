import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { useScreenLock } from "@/lib/screenLock";
import { ChunkFailed } from "@/pages/error/ChunkFailed";
import { useKept, welcomeBack } from "./kept";
import { LockScreen } from "./LockScreen";
import { useMenu } from "./menu";
import { ShellOutline } from "./ShellOutline";

const Shell = lazyPart(async () => (await import("./Shell")).default, {
  waiting: ({ isAway }) => (isAway ? null : <ShellOutline />),
  failed: ({ isAway }, retry) => (isAway ? null : <ChunkFailed onRetry={retry} />),
});

/**
 * /login and errors are routes below; the shell stands beside them, because unsaved input stays
 * in it while its person signs in again.
 */
export function Root() {
  const location = useLocation();
  const isLoaded = useMenu((state) => state.isLoaded);
  const isKept = useKept((state) => state.owner !== null);
  const isLocked = useScreenLock((state) => state.isLocked);
  const isOnLogin = location.pathname === "/login";
  const isAtWork = isLoaded && !isOnLogin;
  const [place, setPlace] = useState(location);
  if (isAtWork && place !== location) setPlace(location);

  useEffect(() => {
    if (isAtWork && isKept) welcomeBack();
  }, [isAtWork, isKept]);

  return (
    <>
      <Outlet />
      {(isAtWork || isKept) && <Shell place={place} isAway={!isAtWork || isLocked} />}
      {isOnLogin ? null : <LockScreen />}
    </>
  );
}
