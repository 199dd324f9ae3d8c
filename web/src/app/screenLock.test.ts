import { waitFor } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call, quiet } from "@/api/client";
import { uncoverScreen, useScreenLock } from "@/lib/screenLock";
import { placeholderUser, setToken, setUser } from "@/lib/session";
import { at, envelope, server } from "@/test/server";
import { watchIdle } from "./screenLock";

const isLocked = () => useScreenLock.getState().isLocked;
const asked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked.mockReset();
  server.use(
    http.post(at("/api/sys/user/suoping"), () => {
      asked();
      return envelope(null);
    }),
  );
  setToken("t");
  setUser({ ...placeholderUser, nickName: "老板", suopingFenzhong: 15 });
});

afterEach(() => {
  uncoverScreen();
  vi.useRealTimers();
});

it("locks when nobody touched the window for as long as the office says, and has it held", async () => {
  watchIdle();
  window.dispatchEvent(new Event("pointermove"));
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect(isLocked()).toBe(false);
  // A touch begins the time anew.
  window.dispatchEvent(new Event("keydown"));
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect(isLocked()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(isLocked()).toBe(true);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
});

it("never locks where the office does not want it", async () => {
  setUser({ ...placeholderUser, suopingFenzhong: 0 });
  watchIdle();
  window.dispatchEvent(new Event("pointermove"));
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(isLocked()).toBe(false);
});

it("covers the screen when the server says that it is locked", async () => {
  const locked = { isSuoping: true, nickName: "老板" };
  server.use(http.get(at("/api/sys/user/findProfile"), () => envelope(locked, 2002, "屏幕已锁定")));
  await expect(call("GET /sys/user/findProfile", {}, quiet)).rejects.toThrow("屏幕已锁定");
  expect(useScreenLock.getState()).toEqual({ isLocked: true, nickName: "老板" });
});
