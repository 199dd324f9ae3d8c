import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inOneWindow, leaseMs } from "./oneWindow";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** A window, and how often its turn began and ended. */
function aWindow() {
  const seen = { begun: 0, ended: 0 };
  const leave = inOneWindow("turn", () => {
    seen.begun += 1;
    return () => {
      seen.ended += 1;
    };
  });
  return { seen, leave };
}

it("is the first window's turn, as long as it is there", () => {
  const first = aWindow();
  const second = aWindow();
  vi.advanceTimersByTime(10 * leaseMs);
  expect(first.seen).toEqual({ begun: 1, ended: 0 });
  expect(second.seen).toEqual({ begun: 0, ended: 0 });
  first.leave();
  vi.advanceTimersByTime(leaseMs);
  expect(first.seen).toEqual({ begun: 1, ended: 1 });
  expect(second.seen).toEqual({ begun: 1, ended: 0 });
  second.leave();
  expect(localStorage.getItem("turn")).toBeNull();
});

it("goes on when a window went without a word", () => {
  localStorage.setItem("turn", `gone ${Date.now() + leaseMs}`);
  const left = aWindow();
  expect(left.seen.begun).toBe(0);
  vi.advanceTimersByTime(2 * leaseMs);
  expect(left.seen.begun).toBe(1);
  left.leave();
});

it("is not kept for ever by a clock that was set back", () => {
  localStorage.setItem("turn", `gone ${Date.now() + 1_000 * leaseMs}`);
  const left = aWindow();
  expect(left.seen.begun).toBe(1);
  left.leave();
});
