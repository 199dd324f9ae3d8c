import { toast } from "@/lib/feedback";
import { noteNetwork } from "@/lib/network";
import { coverScreen, lockedOf } from "@/lib/screenLock";
import { getToken } from "@/lib/session";
import { readEnvelope } from "./envelope";
import { ApiError, codes } from "./error";
import { signedOut } from "./signOut";

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Record<string, QueryValue>;

export function urlOf(path: string, query?: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") search.set(name, text);
  }
  const tail = search.size > 0 ? `?${search}` : "";
  return `${location.origin}/server${path.startsWith("/") ? path : `/${path}`}${tail}`;
}

export function requestHeaders(token: string | null): Record<string, string> {
  return token ? { client: "admin", Authorization: `Bearer_${token}` } : { client: "admin" };
}

/** One table of what a person hears, by code. */
export function report(error: ApiError, silent: boolean, sentToken: string | null) {
  if (error.code === codes.signedOut) {
    // Whoever is led to /login hears why, even when the call itself was silent.
    const outcome = signedOut(sentToken);
    if (outcome === "left" || (outcome === "onLogin" && !silent)) toast.warning(error.message);
    return;
  }
  const lockedFor = lockedOf(error.result);
  if (lockedFor !== null) {
    // An answer to somebody who has left meanwhile covers nobody else's screen.
    if (getToken() === sentToken) coverScreen(lockedFor);
    return;
  }
  if (silent) return;
  const isWarning = (
    [codes.stale, codes.invalid, codes.refused, codes.notFound] as number[]
  ).includes(error.code);
  if (isWarning) toast.warning(error.message);
  else toast.error(error.message);
}

/** Turns an answer into its result, or throws the error of its code. */
export function settle(status: number, text: string): unknown {
  const envelope = readEnvelope(status, text);
  if (envelope.code === codes.ok) return envelope.result;
  throw new ApiError(
    envelope.code,
    envelope.message || `请求失败（${envelope.code}）`,
    envelope.result,
  );
}

export interface Sent {
  response: Response;
  end: () => void;
}

/** Sends with a time limit; a limit that strikes is a network error, a caller's abort is not. */
export async function send(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Sent> {
  const control = new AbortController();
  let isLate = false;
  const timer =
    timeoutMs > 0
      ? setTimeout(() => {
          isLate = true;
          control.abort();
        }, timeoutMs)
      : undefined;
  const forward = () => control.abort();
  signal?.addEventListener("abort", forward);
  if (signal?.aborted) control.abort();
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", forward);
  };
  try {
    const response = await fetch(url, { ...init, signal: control.signal });
    noteNetwork(true);
    return { response, end };
  } catch (error) {
    end();
    if (signal?.aborted) throw new DOMException("cancelled", "AbortError");
    if (isLate) throw new ApiError(codes.network, "请求超时，请稍后重试");
    noteNetwork(false);
    throw new ApiError(codes.network, "网络连接失败，请检查网络后重试", error);
  }
}

export async function readBody<T>(
  sent: Sent,
  read: (response: Response) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await read(sent.response);
  } catch (error) {
    if (signal?.aborted) throw new DOMException("cancelled", "AbortError");
    throw new ApiError(codes.network, "网络连接中断，请重试", error);
  } finally {
    sent.end();
  }
}
