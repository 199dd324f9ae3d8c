import { expect, it } from "vitest";
import { expectHash, hashOf, pane, shoot, signIn, useStage } from "../support/browser";
import { addNotices, columnTexts } from "../support/gonggao";

const stage = useStage({ prepare: (admin) => addNotices(admin, 24) });

it("sorts by either arrow, clears with the same arrow, and starts again at page 1", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao?current=2");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(10);

  const up = pane(page).getByRole("button", { name: "按标题升序" });
  await up.click();
  await expectHash(page, "/gonggao?orders=biaoti%3Aasc");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all[0])).toBe("公告01");
  await pane(page).getByRole("button", { name: "按标题降序" }).click();
  await expect.poll(() => columnTexts(page, "标题").then((all) => all[0])).toBe("公告24");
  await pane(page).getByRole("button", { name: "按标题降序" }).click();
  await expectHash(page, "/gonggao");
});

it("filters by several values, and a shared link shows the same rows", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: "筛选类型" }).click();
  await page.getByRole("checkbox", { name: "活动公告" }).check();
  await shoot(page, "filter");
  await page
    .getByRole("button", { name: "筛 选" })
    .or(page.getByRole("button", { name: "筛选", exact: true }))
    .click();
  await expectHash(page, "/gonggao?type=HUODONG");
  await pane(page).getByText("共 12 条").waitFor();
  expect(new Set(await columnTexts(page, "类型"))).toEqual(new Set(["活动公告"]));

  const other = await stage.open();
  await signIn(other);
  await other.goto(`/#${hashOf(page)}`);
  await pane(other).getByText("共 12 条").waitFor();
});

it("searches, pages and changes the size; Back and a reload restore what was there", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByText("共 24 条").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("公告2");
  await page.keyboard.press("Enter");
  await pane(page).getByText("共 5 条").waitFor();
  await page.goBack();
  await pane(page).getByText("共 24 条").waitFor();

  await pane(page).getByRole("listitem", { name: "3", exact: true }).click();
  await expectHash(page, "/gonggao?current=3");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(4);
  await page.reload();
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(4);

  await pane(page).getByRole("combobox", { name: "每页条数" }).click();
  await page.getByTitle("50 条/页").click();
  await expectHash(page, "/gonggao?size=50");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(24);
  await shoot(page, "table-50");
});

it("keeps rows 45 px high and the table within the window", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao?size=50");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(24);
  const row = await pane(page).locator("tbody tr").first().boundingBox();
  expect(row?.height).toBe(45);
  const heights = await pane(page).evaluate((element) => {
    const height = (selector: string) =>
      element.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
    return {
      table: height(".dt"),
      // Header and tabs take more than the 50 and 20 they are given.
      beyond: (document.getElementById("main")?.offsetTop ?? 0) - 70,
      taken: 50 + 20 + height(".search-form") + height(".table-top") + height(".pager") + 10,
      window: window.innerHeight,
    };
  });
  expect(heights.table).toBe(heights.window - heights.taken - heights.beyond);
});
