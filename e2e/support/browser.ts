import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { Api } from "./api";
import { watchRequests } from "./network";
import { adminName, adminPassword, startServer, type RunningServer } from "./server";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const shots = resolve(import.meta.dirname, "../shots");

/** An ordinary morning: no day, month or year ends while a flow runs. */
export const workday = "2026-03-10T09:00:00";

export interface StageOptions {
  /** Where the clocks of server and browser start; else both show real time. */
  clock?: string;
  /** The server has a source tree to write into: the developers' tools are there. */
  codeDir?: string;
  /** Further flags of the browser. */
  flags?: readonly string[];
  /** Brings the empty office to where every test of the file begins. */
  prepare?: (admin: Api) => Promise<unknown>;
}

export interface Stage {
  server: RunningServer;
  browser: Browser;
  /** A new, empty browser profile. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** Lets server and browser go on at another time. */
  moveTo: (clock: string) => Promise<void>;
}

/** The instant that a clock in the office shows as `2026-03-10T09:00:00`; with `!` it stands still. */
const instant = (clock: string) => new Date(`${clock.replace("!", "")}+08:00`);

/** Starts a server and a browser for one test file, and ends both after it. */
export function useStage({ clock, codeDir, flags: more = [], prepare }: StageOptions = {}): Stage {
  const stage = {} as Stage;
  let now = clock;
  async function openOffice() {
    now = clock;
    stage.server = await startServer({
      ...(clock ? { ZHANGGUI_CLOCK: clock } : {}),
      ...(codeDir ? { ZHANGGUI_CODE_DIR: codeDir } : {}),
    });
    await prepare?.(await Api.signedIn(stage.server.url));
  }
  beforeAll(async () => {
    await openOffice();
    stage.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [...flags, ...more],
    });
    stage.open = async (options = {}) => {
      const context = await stage.browser.newContext({
        baseURL: stage.server.url,
        viewport: { width: 1366, height: 768 },
        locale: "zh-CN",
        timezoneId: "Asia/Shanghai",
        colorScheme: "light",
        ...options,
      });
      if (now?.endsWith("!")) await context.clock.setFixedTime(instant(now));
      else if (now) await context.clock.install({ time: instant(now) });
      context.setDefaultTimeout(10_000);
      watchRequests(context);
      context.on("weberror", (thrown) => expect.fail(`the page threw: ${thrown.error().message}`));
      return context.newPage();
    };
    stage.moveTo = async (later) => {
      now = later;
      await stage.server.restart({ ZHANGGUI_CLOCK: later });
      for (const context of stage.browser.contexts()) await jumpTo(context, instant(later));
    };
  });
  beforeEach(async ({ task }) => {
    if (!task.result?.retryCount) return;
    // What the first try left behind, a name or a paid instalment, would fail the second.
    await stage.server.stop();
    await openOffice();
  });
  afterEach(async () => {
    await Promise.all(stage.browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}

/** Another day for the clock of a browser; somebody sits before it still. */
async function jumpTo(context: BrowserContext, day: Date) {
  await context.clock.setSystemTime(day);
  for (const page of context.pages())
    await page.evaluate(() => localStorage.setItem("active-at", String(Date.now())));
}

/** Fills in the sign-in form that the page shows. */
export async function submitLogin(page: Page, loginName: string, password: string) {
  await page.getByLabel("账号", { exact: true }).fill(loginName);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("button", { name: "登录" }).click();
}

/** One refused try to sign in, waited for. */
export async function failLogin(page: Page, loginName: string, password: string) {
  const refusal = page.waitForResponse((answer) => answer.url().endsWith("/login/login"));
  await submitLogin(page, loginName, password);
  expect(await (await refusal).json()).toMatchObject({ code: 2002 });
}

/** Signs in and waits for the shell. */
export async function signIn(page: Page, loginName = adminName, password = adminPassword) {
  await page.goto("/");
  await submitLogin(page, loginName, password);
  await page.getByRole("navigation", { name: "打开的页签" }).waitFor();
}

/** The hash of the address, such as "/index". */
export function hashOf(page: Page): string {
  return new URL(page.url()).hash.slice(1);
}

export async function expectHash(page: Page, hash: string | RegExp) {
  await page.waitForURL((url) => {
    const now = url.hash.slice(1);
    return typeof hash === "string" ? now === hash : hash.test(now);
  });
}

/** The names on the tab bar, in order. */
export async function tabNames(page: Page): Promise<string[]> {
  const bar = page.getByRole("navigation", { name: "打开的页签" });
  return (await bar.getByRole("link").allInnerTexts()).map(
    (text) => text.trim().split("\n").at(-1) ?? "",
  );
}

export function tab(page: Page, name: string) {
  return page
    .getByRole("navigation", { name: "打开的页签" })
    .getByRole("link", { name, exact: true });
}

/** The page that is shown; hidden tabs stay in the document. */
export function pane(page: Page) {
  return page.locator(".pane:visible");
}

/** Goes to a page through the menu search, as a person with a keyboard does. */
export async function jump(page: Page, name: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "搜索", exact: true }).fill(name);
  await page.getByRole("option", { name }).first().click();
  await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
}

/** Lets requests wait until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const gate = new AbortController();
  await page.route(url, async (route) => {
    if (!gate.signal.aborted)
      await new Promise((open) => gate.signal.addEventListener("abort", open));
    await route.continue();
  });
  return () => gate.abort();
}

/** Keeps a picture of the screen; the folder is not part of the repository. */
export async function shoot(page: Page, name: string, options: { fullPage?: boolean } = {}) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ ...options, path: join(shots, `${name}.png`) });
}

/** A picture that was taken, as an address. */
export const pictureOf = (name: string) =>
  `data:image/png;base64,${readFileSync(join(shots, `${name}.png`), "base64")}`;
