import { create } from "zustand";

/** Windows of one browser lock and open together. */
export const lockKey = "screen-locked";

interface ScreenLock {
  isLocked: boolean;
  /** Whose screen it is. */
  nickName: string;
}

const remembered = localStorage.getItem(lockKey);

export const useScreenLock = create<ScreenLock>(() => ({
  isLocked: remembered !== null,
  nickName: remembered ?? "",
}));

export function coverScreen(nickName: string) {
  localStorage.setItem(lockKey, nickName);
  useScreenLock.setState({ isLocked: true, nickName });
}

export function uncoverScreen() {
  localStorage.removeItem(lockKey);
  useScreenLock.setState({ isLocked: false, nickName: "" });
}

/** What the server says to a locked screen, whatever it asks for: whose it is. */
export function lockedOf(result: unknown): string | null {
  const { isSuoping, nickName } = (result ?? {}) as { isSuoping?: unknown; nickName?: unknown };
  return isSuoping === true ? String(nickName ?? "") : null;
}
