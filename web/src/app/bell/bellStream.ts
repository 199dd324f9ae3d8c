import { create } from "zustand";
import { call, quiet } from "@/api/client";
import { requestHeaders, urlOf } from "@/api/request";
import type { Bell } from "@/api/types.gen";
import { useScreenLock } from "@/lib/screenLock";
import { getToken } from "@/lib/session";
import { inOneWindow } from "./oneWindow";

/** What the bell shows; none until it is known. */
export const useBell = create<{ bell: Bell | null }>(() => ({ bell: null }));

/** The server speaks at least every twenty seconds; a proxy that keeps it back is found out. */
export const silenceMs = 45_000;
/** Where there is no stream, and before one is tried again. */
export const pollMs = 60_000;

/**
 * Follows what happens, while somebody is signed in: one window of the browser listens to the server
 * and tells the others.
 */
export function followBell(): () => void {
  const windows = new BroadcastChannel("bell");
  let isListening = false;

  function say(what: Bell | "?") {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    windows.postMessage(what);
  }

  function tell(bell: Bell) {
    useBell.setState({ bell });
    say(bell);
  }

  windows.addEventListener("message", ({ data }: MessageEvent<Bell | "?">) => {
    if (data !== "?") {
      useBell.setState({ bell: data });
      return;
    }
    const { bell } = useBell.getState();
    if (isListening && bell) say(bell);
  });
  say("?");

  const leave = inOneWindow("bell", () => {
    isListening = true;
    const stop = new AbortController();
    void listen(tell, stop.signal);
    return () => {
      isListening = false;
      stop.abort();
    };
  });
  return () => {
    leave();
    windows.close();
    useBell.setState({ bell: null });
  };
}

/** A stream, as long as it lasts; then one plain question, which also says why it ended. */
async function listen(tell: (bell: Bell) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    if (!useScreenLock.getState().isLocked) {
      const wasHeard = await heard(tell, signal);
      if (signal.aborted) return;
      if (!useScreenLock.getState().isLocked) await poll(tell, signal);
      if (wasHeard) {
        await pause(1_000, signal);
        continue;
      }
    }
    await pause(pollMs, signal);
  }
}

async function poll(tell: (bell: Bell) => void, signal: AbortSignal) {
  try {
    tell(await call("GET /app/page/admin/xiaoxi", {}, { ...quiet, signal }));
  } catch {
    // The next time, then.
  }
}

/** Whether the server was heard before the stream ended. */
async function heard(tell: (bell: Bell) => void, signal: AbortSignal): Promise<boolean> {
  const control = new AbortController();
  const forward = () => control.abort();
  signal.addEventListener("abort", forward);
  let silence = setTimeout(forward, silenceMs);
  let wasHeard = false;
  try {
    const response = await fetch(urlOf("/api/app/page/admin/xiaoxi/liu"), {
      headers: requestHeaders(getToken()),
      signal: control.signal,
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || !response.body) return false;
    for await (const message of messages(response.body)) {
      clearTimeout(silence);
      silence = setTimeout(forward, silenceMs);
      wasHeard = true;
      if (message !== "") tell(JSON.parse(message) as Bell);
    }
  } catch {
    // The network, a proxy, or somebody who left: all the same here.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", forward);
    control.abort();
  }
  return wasHeard;
}

/** The messages of a stream; an empty one where it only says that it is there. */
export async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const data = part.split("\n").filter((line) => line.startsWith("data: "));
      yield data.map((line) => line.slice(6)).join("\n");
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
