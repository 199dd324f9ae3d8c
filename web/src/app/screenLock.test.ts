import { waitFor } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call, quiet } from "@/api/client";
import { coverScreen, uncoverScreen, useScreenLock } from "@/lib/screenLock";
import { placeholderUser, setToken, setUser } from "@/lib/session";
import { at, envelope, server } from "@/test/server";
import { lockScreen, watchIdle } from "./screenLock";

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

it("a machine that slept locks at the first touch, whatever came first", async () => {
  let clock = 1_000_000;
  watchIdle(() => clock);
  window.dispatchEvent(new Event("pointermove"));
  clock += 20 * 60_000;
  window.dispatchEvent(new Event("pointermove"));
  expect(isLocked()).toBe(true);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
});

it("asks the server until it holds the lock, whatever went wrong", async () => {
  server.use(
    http.post(at("/api/sys/user/suoping"), () => {
      asked();
      return asked.mock.calls.length < 3 ? new Response(null, { status: 502 }) : envelope(null);
    }),
  );
  watchIdle();
  await lockScreen();
  for (const count of [2, 3]) {
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(count));
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(3);
});

it("a window that was loaded again has the server hold its lock", async () => {
  coverScreen("老板");
  watchIdle();
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

it("a late answer covers nobody else's screen", async () => {
  const locked = { isSuoping: true, nickName: "老板" };
  server.use(
    http.get(at("/api/sys/user/findProfile"), () => {
      setToken("another");
      return envelope(locked, 2002, "屏幕已锁定");
    }),
  );
  await expect(call("GET /sys/user/findProfile", {}, quiet)).rejects.toThrow("屏幕已锁定");
  expect(isLocked()).toBe(false);
});
