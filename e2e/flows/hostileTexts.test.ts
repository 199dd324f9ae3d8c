import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, tab, useStage } from "../support/browser";
import { bases, fill, type Filled } from "../support/filled";
import { fillWork } from "../support/filledWork";
import { dialog } from "../support/gonggao";
import { openOrder } from "../support/orderScreens";
import { pagesOf } from "../support/pages";
import { allPayloads, somePayloads, TRAP, type Payload } from "../support/payloads";
import { isFull } from "../support/size";
import { setTrap, wouldRun } from "../support/trap";
import { workbook } from "../support/xlsx";

const stage = useStage();

const payloads = isFull ? allPayloads() : somePayloads(150);
/** What a cell of a spreadsheet can hold. */
// oxlint-disable-next-line no-control-regex -- these are meant
const printable = payloads.filter(({ text }) => !/[\0-\x08]/.test(text));

/** Texts that take no payload at all: a pattern, a number or an address says what they hold. */
const STRICT: string[] = [
  "sys/role code",
  "sys/user loginName",
  "sys/user phone",
  "sys/user email",
  "sys/menu routerUrl",
  "sys/menu component",
  "sys/menu perms",
  "app/dict type",
  "app/dict/data dictType",
  "app/dict/data dictValue",
  "app/dict/data cssClass",
  "app/lunbotu tiaozhuanUrl",
  "app/version banbenhao",
  "app/version xiazaiUrl",
  "app/project/fenlei/pingbi phone",
  "app/qudao bianma",
  "app/qudao phone",
  "app/project qishuList",
  "app/user phone",
  "app/user/jibenxinxi lianxirenShouji",
  "app/user/shoukuan zhanghao",
  "app/user/shoukuan yhkYuliushouji",
  "app/user/shoukuan yhkShenfenzhenghao",
  "app/jifen/renwu tiaozhuanUrl",
  "app/jifen/shangpin/dingdan shouhuoPhone",
];

/** Without our own policy for the page, which would stop what gets through everything else. */
const open = () => stage.open({ bypassCSP: true, viewport: { width: 1366, height: 900 } });

/** Begins with another one, so that a few rows of every resource are many payloads together. */
function turned(list: readonly Payload[], by: number): Payload[] {
  const at = (by * 37) % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

async function fillAll(admin: Api): Promise<Filled> {
  const filled: Filled = { taken: [], strict: [], rows: 0, sent: new Set() };
  // Every number that is blocked here is looked up, and nobody has it.
  const many = { sousuoLuokong: "9999", sousuoXiane: "9999" };
  await admin.post("/api/app/config/edit", { type: "ANQUAN", data: many });
  const customers: number[] = [];
  for (let n = 0; n < (isFull ? 60 : 20); n++) {
    const person = { nickName: `甲${n}`, phone: `1380000${String(n).padStart(4, "0")}` };
    customers.push((await admin.post<{ id: number }>("/api/app/user/add", person)).id);
  }
  // A customer has one of these, and every page shows all of those.
  const most = new Map([
    ["app/user/jibenxinxi", customers.length - 12],
    ["sys/menu", 30],
  ]);
  for (const [at, base] of (await bases(admin, customers)).entries())
    await fill(admin, base, turned(payloads, at), filled, most.get(base[0]));
  return filled;
}

/** Each text as a document of its own, in frames that nothing protects, where everything happens. */
async function showBare(page: Page, texts: readonly string[]) {
  for (let at = 0; at < texts.length; at += 50)
    await page.evaluate(
      async (some) => {
        const frames = some.map((text) => {
          const frame = document.createElement("iframe");
          frame.srcdoc = text;
          document.body.append(frame);
          return frame;
        });
        const events = ["mouseover", "click", "pointerenter", "animationstart", "transitionend"];
        events.push(
          "wheel",
          "scroll",
          "beforetoggle",
          "toggle",
          "focus",
          "error",
          "load",
          "begin",
          "start",
          "cut",
        );
        await new Promise((done) => setTimeout(done, 500));
        for (const frame of frames)
          for (const element of frame.contentDocument?.querySelectorAll("*") ?? [])
            for (const event of events) element.dispatchEvent(new Event(event));
        await new Promise((done) => setTimeout(done, 100));
        for (const frame of frames) frame.remove();
      },
      texts.slice(at, at + 50),
    );
}

/** An empty page of ours, where scripts may throw as they like. */
async function emptyPage(): Promise<{ page: Page; caught: string[] }> {
  const context = await stage.browser.newContext({ bypassCSP: true, baseURL: stage.server.url });
  const page = await context.newPage();
  const caught = await setTrap(page);
  await page.route("**/bare", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" }),
  );
  await page.goto("/bare");
  return { page, caught };
}

const sheet = (rows: string[][], name = "公告.xlsx") => ({
  name,
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  bytes: new Uint8Array(workbook([["标题*", "类型*", "内容*"], ...rows])),
});

it("catches what would run", { timeout: 600_000 }, async () => {
  const { page, caught } = await emptyPage();
  const core = `<img src=x onerror=${TRAP}(7)>`;
  await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), core);
  await expect.poll(() => caught).toEqual([`7 ran on ${page.url()}`]);
  await showBare(
    page,
    payloads.map(({ text }) => text),
  );
  // About a third run by themselves; the others need a person, a browser of old or another place.
  const ran = new Set(caught.map((line) => line.split(" ", 1)[0]));
  expect(ran.size).toBeGreaterThan(payloads.length / 5);
});

it(
  "cleans rich text so that nothing of it runs even in the open",
  { timeout: 600_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    const rows = printable.map(({ number, text }) => [
      text.length > 50 ? `题${number}` : text,
      "系统公告",
      `<p>文</p>${text}`,
    ]);
    const file = sheet(rows);
    const { code, message, result } = await admin.upload(
      "/api/app/gonggao/import?moshi=QUANBU",
      file,
    );
    expect([code, message, result]).toMatchObject([
      200,
      expect.anything(),
      { chenggong: rows.length },
    ]);
    const texts: string[] = [];
    for (let current = 1; texts.length < rows.length; current++) {
      const { records } = await admin.get<{ records: { neirong: string }[] }>(
        `/api/app/gonggao/findAllByPage?size=100&current=${current}`,
      );
      if (records.length === 0) break;
      texts.push(...records.map(({ neirong }) => neirong));
    }
    expect(texts).toHaveLength(rows.length);
    const { page, caught } = await emptyPage();
    await showBare(page, texts);
    expect(caught).toEqual([]);
  },
);

it("shows an import's report without running it", { timeout: 600_000 }, async () => {
  const page = await open();
  const caught = await setTrap(page);
  await signIn(page);
  await page.goto("/#/gonggao");
  for (let at = 0; at < printable.length; at += 100) {
    const some = printable.slice(at, at + 100);
    const { name, mimeType, bytes } = sheet(
      some.map(({ text }) => [text, text, text]),
      `${some.find(({ text }) => !text.includes("/"))?.text}.xlsx`,
    );
    await pane(page).getByRole("button", { name: "导入" }).click();
    const input = dialog(page).getByLabel("选择导入文件");
    await input.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
    await dialog(page)
      .getByRole("button", { name: /检\s*查/ })
      .click();
    await dialog(page).getByText(`共 ${some.length} 行`).waitFor();
    if (at === 0) await shoot(page, "hostile-import");
    await leave(page);
  }
  expect(caught).toEqual([]);
});

/** Escape, as often as it takes: the first may close what lies above the dialog. */
async function leave(page: Page) {
  const left = async () => {
    await page.keyboard.press("Escape");
    return page.getByRole("dialog").count();
  };
  await expect.poll(left, { interval: 500 }).toBe(0);
}

it("runs nothing of what texts hold, on no screen", { timeout: 3_600_000 }, async () => {
  const admin = await Api.signedIn(stage.server.url);
  const filled = await fillAll(admin);
  const bianhao = await fillWork(admin, payloads);
  expect(filled.strict).toEqual(STRICT);
  const page = await open();
  const caught = await setTrap(page);
  await signIn(page);
  let screens = 0;
  const pages = await pagesOf(stage.server.url);
  for (const { name, routerUrl } of pages.filter((_, at) => isFull || at % 3 === 0)) {
    screens += await lookAt(page, name, routerUrl ?? "");
    // Pages that were left stay in the document, and a thousand rows make everything slow.
    if (isFull) await page.reload();
  }
  screens += await lookAtOrder(page, bianhao);
  await shoot(page, "hostile-texts");
  expect(screens).toBeGreaterThan(isFull ? 70 : 20);
  expect(filled.sent.size).toBeGreaterThan(payloads.length * 0.9);
  expect(caught).toEqual([]);
});

const SIZE = isFull ? 50 : 10;

/** Every page of a list, and what its first row opens; how many screens that were. */
async function lookAt(page: Page, name: string, route: string): Promise<number> {
  let screens = 0;
  for (let current = 1; ; current++) {
    await page.goto(`/#${route}?size=${SIZE}${current > 1 ? `&current=${current}` : ""}`);
    await tab(page, name).and(page.locator("[aria-current=page]")).waitFor();
    const shown = pane(page);
    await shown.getByRole("button").first().waitFor();
    await shown.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    screens++;
    expect(await wouldRun(page)).toEqual([]);
    if (current === 1) screens += await lookInto(page, shown);
    const isFurther = await shown
      .locator(".ant-pagination-next:not(.ant-pagination-disabled)")
      .count();
    if (!isFull || !isFurther) return screens;
  }
}

/** Only shows something; a list's other buttons do something. */
const SHOWING = /^(修改|详情|数据|预览|查看|新增下级|.{0,8}<.*)$/;

async function lookInto(page: Page, shown: Locator): Promise<number> {
  const row = shown.locator("tbody tr[data-id]").first();
  let screens = 0;
  for (const button of await row.getByRole("button", { name: SHOWING }).all()) {
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click();
    const opened = dialog(page);
    await opened.getByRole("button").first().waitFor();
    screens += 1 + (await turnTabs(opened));
    expect(await wouldRun(page)).toEqual([]);
    await leave(page);
  }
  return screens;
}

async function turnTabs(opened: Locator): Promise<number> {
  const tabs = await opened.getByRole("tab").all();
  for (const one of tabs) await one.click();
  return tabs.length;
}

async function lookAtOrder(page: Page, bianhao: string): Promise<number> {
  await page.goto("/#/dingdan?size=50");
  const tabs = await turnTabs(await openOrder(page, bianhao));
  expect(await wouldRun(page)).toEqual([]);
  return tabs + 1;
}
