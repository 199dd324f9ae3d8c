import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { oldDataMs, useOwn } from "./useOwn";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("lets go of the answer to another question after a second", () => {
  const { result, rerender } = renderHook((query) => useOwn(query), {
    initialProps: { data: "第一页", isPlaceholderData: false },
  });
  pass(5 * oldDataMs);
  expect(result.current.data).toBe("第一页");
  rerender({ data: "第一页", isPlaceholderData: true });
  pass(oldDataMs - 1);
  expect(result.current.data).toBe("第一页");
  pass(1);
  expect(result.current.data).toBeUndefined();
  rerender({ data: "第二页", isPlaceholderData: false });
  expect(result.current.data).toBe("第二页");
});
