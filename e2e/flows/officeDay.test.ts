import { expect, it } from "vitest";
import { expectHash, jump, pane, signIn, useStage } from "../support/browser";
import { dialog } from "../support/gonggao";

// In New York it is still the day before, in the month before.
const stage = useStage({ clock: "2026-03-01T07:30:00" });

/** A browser at the other end of the world, with a clock that is a year late. */
async function abroad() {
  const page = await stage.open({ timezoneId: "America/New_York" });
  await page.context().clock.setSystemTime(new Date("2025-02-28T18:30:00-05:00"));
  await signIn(page);
  return page;
}

it("greets with the day of the office", async () => {
  const page = await abroad();
  await pane(page).getByText("2026年3月1日 星期日").waitFor();
  await pane(page)
    .getByText(/早上好/)
    .waitFor();
});

it("offers the office's today, month and year", async () => {
  const page = await abroad();
  await jump(page, "总账");
  await pane(page).getByText("上月").click();
  await expectHash(page, /riqiBegin=2026-02-01&riqiEnd=2026-02-28/);
  await pane(page).getByText("今日").click();
  await expectHash(page, /riqiBegin=2026-03-01&riqiEnd=2026-03-01/);

  await jump(page, "操作日志");
  const range = pane(page).locator(".ant-picker-range").first();
  await range.click();
  await page.locator(".ant-picker-presets").getByText("今天", { exact: true }).click();
  await pane(page).getByRole("button", { name: "查询" }).click();
  await expectHash(page, /createTimeBegin=2026-03-01[+ ]00%3A00%3A00/);
});

it("marks the office's today in a calendar, and 此刻 is its moment", async () => {
  const page = await abroad();
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: /新增$/ }).click();
  await dialog(page).getByLabel("开始时间").click();
  const today = page.locator(".ant-picker-dropdown:visible .ant-picker-cell-today");
  expect(await today.getAttribute("title")).toBe("2026-03-01");
  await page.locator(".ant-picker-dropdown:visible").getByText("此刻").click();
  expect(await dialog(page).getByLabel("开始时间").inputValue()).toMatch(/^2026-03-01 07:3\d:/);
});

it("stamps what is downloaded with the time of the office", async () => {
  const page = await abroad();
  await page.goto("/#/gonggao");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    pane(page).getByRole("button", { name: /导出$/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^公告20260301073\d/);
});
