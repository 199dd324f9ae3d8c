import { officeNow, STAMP } from "@/lib/day";
import { toast } from "@/lib/feedback";
import { getToken } from "@/lib/session";
import { ApiError, codes } from "./error";
import { readBody, report, requestHeaders, send, settle, urlOf, type Query } from "./request";
import { noteAnswer } from "./noteAnswer";

/** How long a picture that did not show is asked about. */
const READ_LIMIT_MS = 10_000;

export interface UploadOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/**
 * Sends a form with progress from 0 to 1 and answers the result. Without time
 * limit and without toasts (but for an ended session): the control that uploads
 * says 上传成功, or 上传失败 and why; the import dialog shows the server's text.
 */
export function upload<T>(
  path: string,
  form: FormData,
  onProgress?: (done: number) => void,
  options: UploadOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const token = getToken();
    const request = new XMLHttpRequest();
    request.open("POST", urlOf(path));
    request.withCredentials = true;
    for (const [name, value] of Object.entries(requestHeaders(token)))
      request.setRequestHeader(name, value);
    if (options.idempotencyKey) request.setRequestHeader("Idempotency-Key", options.idempotencyKey);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      noteAnswer({ get: (name) => request.getResponseHeader(name) });
      try {
        resolve(settle(request.status, request.responseText) as T);
      } catch (error) {
        if (error instanceof ApiError) report(error, true, token);
        reject(error);
      }
    });
    request.addEventListener("error", () =>
      reject(new ApiError(codes.network, "网络连接失败，请检查网络后重试")),
    );
    request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
    options.signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** What the server says where a stored file did not show. */
export async function whyNotRead(url: string): Promise<string> {
  try {
    const sent = await send(url, {}, READ_LIMIT_MS);
    const text = await readBody(sent, (response) => response.text());
    const isPicture = sent.response.headers.get("content-type")?.startsWith("image/");
    if (isPicture) return "图片已损坏，无法显示";
    settle(sent.response.status, text);
  } catch (error) {
    if (error instanceof ApiError) return error.message;
  }
  return "图片没有加载成功";
}

/** "用户.xlsx" → "用户20260301090000.xlsx". */
export function stampedName(fileName: string, now = officeNow()): string {
  const stamp = now.format(STAMP);
  const dot = fileName.lastIndexOf(".");
  return dot > 0
    ? `${fileName.slice(0, dot)}${stamp}${fileName.slice(dot)}`
    : `${fileName}${stamp}`;
}

function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

async function readWithProgress(
  response: Response,
  onBytes: (count: number) => void,
): Promise<Blob> {
  if (!response.body) return response.blob();
  const reader = response.body.getReader();
  const parts: BlobPart[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.byteLength;
    onBytes(received);
  }
  return new Blob(parts, { type: response.headers.get("content-type") ?? "" });
}

export interface DownloadOptions {
  method?: "GET" | "POST";
  body?: unknown;
}

/** The toast that tells how a download goes. */
export const toastOf = (path: string) => `download:${path}`;

/**
 * Fetches a file without time limit, shows how much has arrived, and saves it as
 * fileName plus the time. An envelope instead of a file is an error like any other.
 */
export async function download(
  path: string,
  query: Query | undefined,
  fileName: string,
  options: DownloadOptions = {},
): Promise<void> {
  const { method = "GET", body } = options;
  const token = getToken();
  const key = toastOf(path);
  toast.loading(key, `正在下载 ${fileName}…`);
  try {
    const headers = requestHeaders(token);
    const init: RequestInit = { method, headers, credentials: "include" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    const sent = await send(urlOf(path, query), init, 0);
    const { response } = sent;
    noteAnswer(response.headers);
    const isFile =
      response.ok && !response.headers.get("content-type")?.startsWith("application/json");
    if (!isFile) {
      settle(response.status, await readBody(sent, (answer) => answer.text()));
      throw new ApiError(codes.ourFault, "没有收到文件，请稍后重试");
    }
    const blob = await readBody(sent, (answer) =>
      readWithProgress(answer, (bytes) =>
        toast.loading(key, `正在下载 ${fileName}（${Math.ceil(bytes / 1024)} KB）`),
      ),
    );
    save(blob, stampedName(fileName));
  } catch (error) {
    if (error instanceof ApiError) report(error, false, token);
    throw error;
  } finally {
    toast.done(key);
  }
}
