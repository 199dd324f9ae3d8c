import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginLoading, overlayDelayMs, useOverlay } from "./overlay";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const isVisible = () => useOverlay.getState().visible;

it("stays away from a call shorter than the delay", () => {
  const end = beginLoading();
  vi.advanceTimersByTime(overlayDelayMs - 1);
  end();
  vi.advanceTimersByTime(1_000);
  expect(isVisible()).toBe(false);
});

it("shows after the delay and goes with the last call", () => {
  const first = beginLoading();
  vi.advanceTimersByTime(overlayDelayMs);
  expect(isVisible()).toBe(true);
  const second = beginLoading();
  first();
  first();
  expect(isVisible()).toBe(true);
  second();
  expect(isVisible()).toBe(false);
});

it("waits longer for a call that asks for it, unless another one does not", () => {
  const patient = beginLoading(1000);
  vi.advanceTimersByTime(999);
  expect(isVisible()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isVisible()).toBe(true);
  patient();
  const again = beginLoading(1000);
  const usual = beginLoading();
  vi.advanceTimersByTime(overlayDelayMs);
  expect(isVisible()).toBe(true);
  usual();
  again();
  expect(isVisible()).toBe(false);
});
