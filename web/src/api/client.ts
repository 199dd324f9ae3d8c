import type { ReactNode } from "react";
import { toast } from "@/lib/feedback";
import { beginLoading } from "@/lib/overlay";
import { getToken } from "@/lib/session";
import { ApiError } from "./error";
import { sendable, type Ask, type Operation, type Result } from "./operation";
import { readBody, report, requestHeaders, send, settle, urlOf, type Query } from "./request";
import { noteAnswer } from "./noteAnswer";
import { noteWritten } from "./written";

export { ApiError, isCancelled, messageOf } from "./error";
export { download, toastOf, upload } from "./files";
export type { Ask, Operation, Result } from "./operation";
export type { Query } from "./request";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface CallOptions {
  /** No toast, neither for success nor for failure. */
  silent?: boolean;
  /** A failure that is said where it was caused needs no toast beside it. */
  isToldInPlace?: (error: ApiError) => boolean;
  /** Not counted by the full-screen overlay. */
  noOverlay?: boolean;
  /** The overlay waits longer than usual: something useful is still to be seen. */
  overlayAfterMs?: number;
  timeoutMs?: number;
  /** Goes on when the page is left. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** The server does the same thing once however often it hears this key. */
  idempotencyKey?: string;
  /** Said after a write that succeeded, where it is more than 操作成功. */
  said?: (result: unknown) => ReactNode;
}

export const defaultTimeoutMs = 10_000;

/** For calls a person did not ask for: previews, polling, searches while typing. */
export const quiet = { silent: true, noOverlay: true } as const;

/** A call whose path is put together where it is made: nothing checks what it sends and gets. */
export interface LooseOptions extends CallOptions {
  /** Empty values are left out, lists are joined by comma. */
  query?: Query;
  body?: unknown;
}

/**
 * Calls an operation and answers the envelope's result:
 * `call("POST /app/dingdan/hexiao", { dingdanId, yuanyin }, { idempotencyKey })`.
 */
export async function call<K extends Operation>(
  operation: K,
  ask: Ask<K>,
  options?: CallOptions,
): Promise<Result<K>> {
  const { method, path, ...sent } = sendable(operation, ask as object);
  return callPath(method, path, { ...options, ...sent });
}

/** For what serves every resource and knows its path only when it runs: `crud/rows.ts`. */
export async function callPath<T>(
  method: Method,
  path: string,
  options: LooseOptions = {},
): Promise<T> {
  const {
    query,
    body,
    silent = false,
    noOverlay = false,
    overlayAfterMs,
    timeoutMs = defaultTimeoutMs,
    keepalive = false,
    signal,
    idempotencyKey,
  } = options;
  const token = getToken();
  const headers = requestHeaders(token);
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const endLoading = noOverlay ? undefined : beginLoading(overlayAfterMs);
  try {
    const init: RequestInit = { method, headers, credentials: "include", keepalive };
    if (body !== undefined) init.body = JSON.stringify(body);
    const sent = await send(urlOf(path, query), init, timeoutMs, signal);
    const text = await readBody(sent, (response) => response.text(), signal);
    noteAnswer(sent.response.headers);
    const result = settle(sent.response.status, text);
    if (method !== "GET" && !silent) {
      toast.success(options.said?.(result) ?? "操作成功");
      noteWritten();
    }
    return result as T;
  } catch (error) {
    if (error instanceof ApiError)
      report(error, silent || (options.isToldInPlace?.(error) ?? false), token);
    throw error;
  } finally {
    endLoading?.();
  }
}
