import { expect, it } from "vitest";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { addNotices } from "../support/gonggao";

const stage = useStage({ prepare: (admin) => addNotices(admin, 3) });
const key = "app/gonggao-TABLE";

it("a hidden column stays hidden after a reload and in another browser, until the reset", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  const head = pane(page).getByRole("columnheader", { name: "封面" });
  await head.waitFor();

  await pane(page).getByRole("button", { name: "列设置" }).click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/pianhao"));
  await page.getByRole("checkbox", { name: "封面" }).uncheck();
  await shoot(page, "column-settings");
  await head.waitFor({ state: "detached" });
  await saved;
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toContain("fengmian");
  await page.reload();
  await pane(page).getByRole("columnheader", { name: "标题" }).waitFor();
  expect(await head.count()).toBe(0);

  const other = await stage.open();
  await signIn(other);
  await other.goto("/#/gonggao");
  await pane(other).getByRole("columnheader", { name: "标题" }).waitFor();
  expect(await pane(other).getByRole("columnheader", { name: "封面" }).count()).toBe(0);

  await pane(page).getByRole("button", { name: "列设置" }).click();
  await page
    .getByRole("button", { name: /重\s*置/ })
    .last()
    .click();
  const reloaded = page.waitForEvent("load");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确\s*定/ })
    .click();
  await reloaded;
  await head.waitFor();
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
  await other.evaluate((name) => localStorage.removeItem(name), key);
  await other.reload();
  await pane(other).getByRole("columnheader", { name: "封面" }).waitFor();
});

it("a column is made wider by its edge and pinned from the settings", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  const head = pane(page).getByRole("columnheader", { name: "类型" });
  const before = await head.boundingBox();
  if (!before) throw new Error("no header");
  await page.mouse.move(before.x + before.width - 3, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 77, before.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => Math.round((await head.boundingBox())?.width ?? 0))
    .toBeGreaterThan(before.width + 60);

  await pane(page).getByRole("button", { name: "列设置" }).click();
  await page.getByRole("button", { name: "类型固定在左侧" }).click();
  await expect
    .poll(() => head.evaluate((element) => getComputedStyle(element).left))
    .toMatch(/^\d+px$/);
});
