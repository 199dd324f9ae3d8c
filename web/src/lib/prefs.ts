import { call, quiet } from "@/api/client";

/** Changes within this time are sent as one. */
export const prefDelayMs = 400;

/**
 * What a person arranged for themselves (tabs, columns, size, mode). The server
 * keeps it, so it survives a sign-out, which clears the browser's storage.
 */
let values: Record<string, unknown> = {};
let isLoaded = false;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The stored value; undefined when there is none or nothing has been loaded yet. */
export function getPref<T>(key: string): T | undefined {
  return values[key] as T | undefined;
}

async function store(key: string) {
  timers.delete(key);
  try {
    await call(
      "POST /sys/user/pianhao",
      { jian: key, zhi: values[key] ?? null },
      { ...quiet, keepalive: true },
    );
  } catch {
    // A lost preference is not worth a word; the next change sends it again.
  }
}

/** Keeps a value here at once and on the server soon; null deletes it. */
export function setPref(key: string, value: unknown) {
  if (value === null || value === undefined) delete values[key];
  else values[key] = value;
  // Before the stored values are known, writing would overwrite what we have not read.
  if (!isLoaded) return;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void store(key), prefDelayMs),
  );
}

/** Sends what still waits; for a caller that is about to reload the page. */
export async function flushPrefs(): Promise<void> {
  const keys = [...timers.keys()];
  for (const key of keys) clearTimeout(timers.get(key));
  await Promise.all(keys.map(store));
}

// Whoever closes the window right after a change keeps the change.
window.addEventListener("pagehide", () => void flushPrefs());

export async function loadPrefs(): Promise<void> {
  try {
    values = (await call("GET /sys/user/pianhao", {}, quiet)) ?? {};
    isLoaded = true;
  } catch {
    // Refused until a new password is set, for one; the defaults serve meanwhile.
    forgetPrefs();
  }
}

export function forgetPrefs() {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  values = {};
  isLoaded = false;
}
