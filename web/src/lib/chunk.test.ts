import { afterEach, expect, it, vi } from "vitest";
import { ChunkError, chunkTimeoutMs, loadChunk } from "./chunk";

afterEach(() => vi.useRealTimers());

it("answers what was loaded", async () => {
  expect(await loadChunk(() => Promise.resolve(7))).toBe(7);
});

it("names a part that cannot be loaded", async () => {
  await expect(loadChunk(() => Promise.reject(new Error("404")))).rejects.toBeInstanceOf(
    ChunkError,
  );
});

it("gives up after 120 seconds", async () => {
  vi.useFakeTimers();
  expect(chunkTimeoutMs).toBe(120_000);
  const waiting = expect(loadChunk(() => new Promise(() => undefined))).rejects.toBeInstanceOf(
    ChunkError,
  );
  await vi.advanceTimersByTimeAsync(chunkTimeoutMs);
  await waiting;
});
