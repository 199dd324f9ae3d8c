import { ApiError, call, quiet } from "@/api/client";
import { codes } from "@/api/error";
import { dismissQuestions } from "@/lib/feedback";
import { coverScreen, lockKey, uncoverScreen, useScreenLock } from "@/lib/screenLock";
import { getToken, useSession } from "@/lib/session";
import { queryClient } from "./queryClient";

/** When somebody last touched a window of this browser. */
const activeKey = "active-at";
const LOOK_MS = 10_000;
const NOTE_MS = 5_000;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

/** This window locked, and the server could not be told yet. */
let isUntold = false;

async function hold() {
  try {
    await call("POST /sys/user/suoping", {}, quiet);
    isUntold = false;
  } catch (error) {
    // Until the server holds it, it is asked again; nothing is shown meanwhile.
    isUntold = !(error instanceof ApiError && error.code === codes.signedOut);
  }
}

/** Covers the screen at once, and has the server hold it until the password is given. */
export async function lockScreen(): Promise<void> {
  dismissQuestions();
  coverScreen(useSession.getState().user.nickName);
  await hold();
}

export async function unlockScreen(password: string): Promise<void> {
  await call("POST /sys/user/suoping/jiesuo", { password }, quiet);
  noteTouch(Date.now());
  opened();
}

/** What was asked for behind the cover was refused: it is asked for again. */
function opened() {
  isUntold = false;
  uncoverScreen();
  void queryClient.invalidateQueries();
}

function noteTouch(at: number) {
  localStorage.setItem(activeKey, String(at));
}

/** A machine that slept ran no timers: the first touch after it comes too late as well. */
function isLate(at: number): boolean {
  const minutes = useSession.getState().user.suopingFenzhong ?? 0;
  const last = Number(localStorage.getItem(activeKey));
  return minutes > 0 && last > 0 && at - last >= minutes * 60_000;
}

const isOpen = () => getToken() !== null && !useScreenLock.getState().isLocked;

/** Locks the screen when nobody touched any window of this browser for as long as the office says. */
export function watchIdle(now: () => number = Date.now) {
  let noted = 0;
  const look = () => {
    if (isOpen() && isLate(now())) void lockScreen();
  };
  const touch = () => {
    const at = now();
    if (Math.abs(at - noted) < NOTE_MS) return;
    if (isOpen() && isLate(at)) {
      void lockScreen();
      return;
    }
    noted = at;
    noteTouch(at);
  };
  for (const name of TOUCHES)
    window.addEventListener(name, touch, { capture: true, passive: true });
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== lockKey) return;
    if (newValue === null) opened();
    else coverScreen(newValue);
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  setInterval(() => {
    if (isUntold && getToken() !== null && useScreenLock.getState().isLocked) void hold();
    if (isOpen() && localStorage.getItem(activeKey) === null) touch();
    look();
  }, LOOK_MS);
  // A window that was loaded again does not know whether the server was told.
  if (getToken() !== null && useScreenLock.getState().isLocked) void hold();
}
