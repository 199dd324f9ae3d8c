/** A window that says nothing for this long has gone. */
export const leaseMs = 10_000;
const renewMs = 4_000;

/**
 * One window of a browser does something for all of them: `begin` when it falls to this one, and the
 * answer of `begin` when it is over. The storage all windows share says whose turn it is, so that it
 * works without TLS, too.
 */
export function inOneWindow(key: string, begin: () => () => void, now: () => number = Date.now) {
  const own = crypto.getRandomValues(new Uint32Array(2)).join("-");
  let end: (() => void) | null = null;

  function holder(): string | null {
    const [who, until] = (localStorage.getItem(key) ?? "").split(" ");
    const left = Number(until) - now();
    // A clock that was set back must not keep a window's turn for ever.
    return who && left > 0 && left <= leaseMs ? who : null;
  }

  function look() {
    const who = holder();
    if (who !== null && who !== own) {
      end?.();
      end = null;
      return;
    }
    localStorage.setItem(key, `${own} ${now() + leaseMs}`);
    end ??= begin();
  }

  function leave() {
    end?.();
    end = null;
    if (holder() === own) localStorage.removeItem(key);
  }

  function heard(event: StorageEvent) {
    // Whoever left gave its turn away.
    if (event.key === key && event.newValue === null) look();
  }

  look();
  const timer = setInterval(look, renewMs);
  window.addEventListener("storage", heard);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", look);
  return () => {
    clearInterval(timer);
    window.removeEventListener("storage", heard);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", look);
    leave();
  };
}
