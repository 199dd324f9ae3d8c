import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { attackFiles, attackSheets, type AttackFile } from "../support/attackFiles";
import { useStage } from "../support/browser";
import { setTrap } from "../support/trap";

const stage = useStage();

/** What one file may cost over what the program takes at rest. */
const MOST_KIB = 64 << 10;
/** No file is worth a longer wait; a busy machine takes its time, an endless answer takes all. */
const LONGEST_MS = 30_000;

/** Sends a file; what was answered, how long it took and how much memory. */
async function tried(send: () => ReturnType<Api["upload"]>) {
  const pid = stage.server.pid();
  const memory = (field: string) =>
    Number(
      new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1],
    );
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const [before, started] = [memory("VmRSS"), Date.now()];
  const answer = await send();
  return { answer, ms: Date.now() - started, kib: memory("VmHWM") - before };
}

function expectCheap(what: string, ms: number, kib: number) {
  expect(ms, what).toBeLessThan(LONGEST_MS);
  expect(kib, what).toBeLessThan(MOST_KIB);
}

it("stores no attack under its name and runs none", { timeout: 600_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const files = attackFiles();
  expect(files.length).toBeGreaterThanOrEqual(80);
  const stored: { file: AttackFile; url: string }[] = [];
  for (const file of files) {
    const { answer, ms, kib } = await tried(() =>
      admin.upload("/api/app/file/up", file, { rootPath: "avatar" }),
    );
    expectCheap(file.what, ms, kib);
    expect([200, 2001], `${file.what}: ${answer.message}`).toContain(answer.code);
    if (answer.code === 200) stored.push({ file, url: (answer.result as { url: string }).url });
  }
  const context = await stage.browser.newContext({ bypassCSP: true, baseURL: stage.server.url });
  const page = await context.newPage();
  const caught = await setTrap(page);
  for (const { file, url } of stored) {
    // A name of our own, whatever it was called.
    expect(url, file.what).toMatch(
      /^\/server\/api\/app\/file\/avatar\/\d{6}\/[0-9a-f]{32}\.(png|jpg|gif|webp)$/,
    );
    const shown = await page.goto(url);
    expect(shown?.headers(), file.what).toMatchObject({
      "content-type": expect.stringMatching(/^image\/(png|jpeg|gif|webp)$/),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect((await shown?.body())?.includes("<script"), file.what).toBe(false);
  }
  expect(caught).toEqual([]);
  expect(stored.length).toBeGreaterThan(20);
});

it("reads no attack out of a spreadsheet", { timeout: 600_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const sheets = attackSheets();
  expect(sheets.length).toBeGreaterThanOrEqual(40);
  for (const file of sheets) {
    const { answer, ms, kib } = await tried(() =>
      admin.upload("/api/app/gonggao/import?moshi=JIANCHA", file),
    );
    expectCheap(file.what, ms, kib);
    expect([200, 2001], `${file.what}: ${answer.message}`).toContain(answer.code);
    expect(JSON.stringify(answer), file.what).not.toMatch(/root:|<script/);
  }
});
