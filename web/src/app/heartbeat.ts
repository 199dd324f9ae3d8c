import { call, quiet } from "@/api/client";
import { getToken } from "@/lib/session";
import { useMenu } from "./menu";

/** A person who comes back to the window after this long is asked for anew. */
export const awayMs = 60_000;

/**
 * Whoever returns to a window left open learns of an ended session, of changed
 * rights and of a new version at once: every answer's headers carry them.
 */
export function watchReturn(now: () => number = Date.now) {
  let leftAt = now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      leftAt = now();
      return;
    }
    const isSignedIn = getToken() !== null && useMenu.getState().isLoaded;
    if (!isSignedIn || now() - leftAt < awayMs) return;
    call("GET /sys/user/findProfile", {}, quiet).catch(() => undefined);
  });
}
