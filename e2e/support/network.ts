import type { BrowserContext, Page, Request } from "playwright-core";

/** The stream of the bell is open as long as its window is. */
const STREAM = "/api/app/page/admin/xiaoxi/liu";
const QUIET_MS = 500;
const LIMIT_MS = 10_000;

const under = new WeakMap<BrowserContext, Set<Request>>();

/** Keeps what the windows of a profile have asked for and not got yet. */
export function watchRequests(context: BrowserContext) {
  const open = new Set<Request>();
  under.set(context, open);
  context.on("request", (request) => {
    if (!new URL(request.url()).pathname.endsWith(STREAM)) open.add(request);
  });
  context.on("requestfinished", (request) => void open.delete(request));
  context.on("requestfailed", (request) => void open.delete(request));
}

/** Waits until a window has asked for nothing for a while. */
export async function quiet(page: Page) {
  const open = under.get(page.context()) ?? new Set<Request>();
  const end = Date.now() + LIMIT_MS;
  let since = Date.now();
  while (Date.now() - since < QUIET_MS) {
    const waited = [...open].filter((request) => request.frame().page() === page);
    if (waited.length > 0) since = Date.now();
    if (Date.now() > end)
      throw new Error(`still loading: ${waited.map((one) => one.url()).join()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
