import { expect, it } from "vitest";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { workbook } from "../support/xlsx";

const stage = useStage();

const sheet = (rows: string[][]) => ({
  name: "公告.xlsx",
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  buffer: workbook([["标题*", "类型*", "内容*"], ...rows]),
});

it("checks a sheet cell by cell, then imports the good rows and offers the others", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: "导入" }).click();
  expect((await dialog(page).boundingBox())?.width).toBe(400);
  await dialog(page).getByText("仅允许导入xls、xlsx格式文件。").waitFor();
  await dialog(page)
    .getByLabel("选择导入文件")
    .setInputFiles(
      sheet([
        ["好的一行", "系统公告", "<p>正文</p>"],
        ["坏的一行", "没有的类型", "<p>正文</p>"],
      ]),
    );
  await dialog(page)
    .getByRole("button", { name: /检\s*查/ })
    .click();
  await dialog(page).getByText("共 2 行，可导入 1 行").waitFor();
  await dialog(page).getByRole("cell", { name: "（类型）" }).waitFor();
  await shoot(page, "import-check");
  expect(await rowWith(page, "好的一行").count()).toBe(0);
  expect(await dialog(page).getByRole("button", { name: "开始导入" }).isDisabled()).toBe(true);

  await dialog(page).getByRole("radio", { name: "只导入正确的行" }).check();
  await dialog(page).getByRole("button", { name: "开始导入" }).click();
  await dialog(page).getByText("已导入 1 行").waitFor();
  const failed = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "下载失败的行" }).click();
  expect((await failed).suggestedFilename()).toMatch(/^失败的行\d{14}\.xlsx$/);
  await dialog(page)
    .getByRole("button", { name: /完\s*成/ })
    .click();
  await rowWith(page, "好的一行").waitFor();
  expect(await rowWith(page, "坏的一行").count()).toBe(0);
});

it("gives out the template and the list as spreadsheets", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  const exported = page.waitForEvent("download");
  await pane(page).getByRole("button", { name: "导出" }).click();
  expect((await exported).suggestedFilename()).toMatch(/^公告\d{14}\.xlsx$/);
  await pane(page).getByRole("button", { name: "导入" }).click();
  const template = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "下载模板" }).click();
  expect((await template).suggestedFilename()).toMatch(/^公告模板\d{14}\.xlsx$/);
});
