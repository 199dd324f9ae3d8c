import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { shoot, signIn, useStage, workday } from "../support/browser";
import { addBorrower, addProduct, apply } from "../support/loans";

const stage = useStage({ clock: workday });

const STREAM = "/api/app/page/admin/xiaoxi/liu";
const bell = (page: Page) => page.getByRole("button", { name: /^消息/ });

const isIt = (url: string) => new URL(url).pathname.endsWith(STREAM);

/** Streams that a window has open. */
function streams(page: Page): () => number {
  let open = 0;
  page.on("request", (request) => {
    if (isIt(request.url())) open += 1;
  });
  const ended = (request: Request) => {
    if (isIt(request.url())) open -= 1;
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return () => open;
}

it(
  "rings in every window without reloading, over one stream of the browser",
  { timeout: 120_000 },
  async () => {
    const admin = await Api.signedIn(stage.server.url);
    const product = await addProduct(admin);
    const page = await stage.open();
    const ofFirst = streams(page);
    await signIn(page);
    await bell(page).click();
    await page.getByText("最近七天没有消息").waitFor();
    await page.keyboard.press("Escape");
    const second = await page.context().newPage();
    const ofSecond = streams(second);
    await second.goto("/");
    await bell(second).waitFor();

    const { id } = await apply(admin, product, await addBorrower(admin, "赵一鸣", "13800000001"));
    for (const window of [page, second])
      await window.getByRole("button", { name: "消息，1 条新的" }).waitFor();
    expect([ofFirst(), ofSecond()]).toEqual([1, 0]);

    // What was looked at is not new any more, and stays so.
    await bell(page).click();
    await page.getByRole("link", { name: /新申请 赵一鸣/ }).waitFor();
    await shoot(page, "bell");
    await page.getByRole("link", { name: /新申请 赵一鸣/ }).click();
    await page.getByRole("dialog").getByText("赵一鸣").first().waitFor();
    expect(page.url()).toContain(`shown=${id}`);
    await page.getByRole("button", { name: "消息", exact: true }).waitFor();

    // The window that listened goes; another listens in its place.
    await page.close();
    await expect.poll(ofSecond, { timeout: 30_000 }).toBe(1);
    await apply(admin, product, await addBorrower(admin, "钱二", "13800000002"));
    await second.getByRole("button", { name: /条新的/ }).waitFor();
    await bell(second).click();
    await second.getByRole("link", { name: /新申请 钱二/ }).waitFor();
  },
);

it("asks now and then where there is no stream, and ends with the session", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const product = await addProduct(admin);
  await apply(admin, product, await addBorrower(admin, "孙三", "13800000003"));
  const { password } = await makeColleague(admin, "shenhe_jia", "审核员");
  const page = await stage.open();
  await page.route(`**${STREAM}`, (route) => route.abort());
  await signIn(page, "shenhe_jia", password);
  await bell(page).click();
  await page.getByRole("link", { name: /新申请 孙三/ }).waitFor();
});
