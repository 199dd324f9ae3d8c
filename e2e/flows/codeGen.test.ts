import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

// What is read in the source tree is this very one; nothing is written into it.
const stage = useStage({ codeDir: resolve(import.meta.dirname, "../..") });

const press = (page: Page, name: RegExp | string) =>
  dialog(page).getByRole("button", { name }).first().click();

async function fromMore(page: Page, row: string, item: string) {
  await rowWith(page, row).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The names of the columns in the editor, from top to bottom. */
const names = (page: Page) =>
  dialog(page).locator(".gen-columns tbody tr td:nth-child(2)").allInnerTexts();

async function open(page: Page, hash: string) {
  await signIn(page);
  await page.goto(`/#${hash}`);
}

it("imports a table, sets and moves its columns, and shows what they become", async () => {
  const page = await stage.open();
  await open(page, "/code/gen");
  await pane(page).getByRole("button", { name: "导入表" }).click();
  await dialog(page).getByLabel("按表名或描述查找").fill("gonggao");
  await dialog(page).getByRole("cell", { name: "app_gonggao" }).waitFor();
  await dialog(page).getByRole("checkbox", { name: "选择第 1 行" }).click();
  await shoot(page, "code-import");
  await press(page, "导入 1 张表");

  await page.getByText("编辑 app_gonggao").waitFor();
  await dialog(page).getByLabel("biaoti的标签").fill("公告标题");
  const before = await names(page);
  const handles = dialog(page).locator(".dt-drag");
  await handles.nth(1).dragTo(handles.nth(0), { targetPosition: { x: 5, y: 2 } });
  const dragged = await names(page);
  expect(dragged.slice(0, 2)).toEqual([before[1], before[0]]);
  // The same with the keyboard, there and back.
  await dialog(page).locator(".gen-columns tbody tr").first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => names(page)).toEqual(before);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => names(page)).toEqual(dragged);
  await shoot(page, "code-columns");

  await dialog(page).getByRole("tab", { name: "预览" }).click();
  const list = dialog(page).getByRole("region", { name: "列表预览" });
  await list.getByRole("columnheader", { name: "公告标题" }).waitFor();
  const form = dialog(page).getByRole("region", { name: "表单预览" });
  await form.getByLabel("公告标题").waitFor();
  await shoot(page, "code-live");
  await press(page, /^保\s*存$/);
  await rowWith(page, "app_gonggao").waitFor();

  const download = page.waitForEvent("download");
  await fromMore(page, "app_gonggao", "下载");
  const zip = await download;
  expect(zip.suggestedFilename()).toMatch(/^app_gonggao\d{14}\.zip$/);
  const bytes = readFileSync(await zip.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("crates/schema/src/resources/app_gonggao.rs")).toBe(true);
});

it("shows files with what would become of the source, and a sync before it is applied", async () => {
  const page = await stage.open();
  await open(page, "/code/gen");
  await rowWith(page, "app_gonggao").getByRole("button", { name: "预览" }).click();
  const file = dialog(page).getByRole("region", {
    name: "crates/schema/src/resources/app_gonggao.rs",
  });
  await file.getByText("公告标题").waitFor();
  await file.getByText("与源码的差异").click();
  await file.locator("ins", { hasText: "公告标题" }).waitFor();
  await shoot(page, "code-files");
  await press(page, /^关\s*闭$/);

  const admin = await Api.signedIn(stage.server.url);
  const { records } = await admin.get<{ records: { id: number; columns: object[] }[] }>(
    "/api/code/gen/table/findAllByPage?current=1&size=10",
  );
  const id = records[0]?.id ?? 0;
  const columns = await admin.get<{ columnName: string }[]>(`/api/code/gen/table/column/${id}`);
  const without = columns.filter(({ columnName }) => columnName !== "biaoti");
  await admin.post("/api/code/gen/table/edit", { id, columns: without });
  await fromMore(page, "app_gonggao", "同步");
  await dialog(page).getByRole("rowheader", { name: "biaoti" }).waitFor();
  await shoot(page, "code-sync");
  await press(page, "应用这些变化");
  await dialog(page).waitFor({ state: "hidden" });
  await fromMore(page, "app_gonggao", "同步");
  await dialog(page).getByText("没有需要同步的变化").waitFor();
});

it("draws a table up without a database, and says what is missing", async () => {
  const page = await stage.open({ colorScheme: "dark" });
  await open(page, "/code/gen");
  await pane(page).getByRole("button", { name: "新建表" }).first().click();
  await dialog(page).getByLabel("表名").pressSequentially("app_kehu_biaoji");
  await expect.poll(() => dialog(page).getByLabel("资源路径").inputValue()).toBe("app/kehu_biaoji");
  await dialog(page).getByLabel("表描述").fill("客户标记");
  expect(await dialog(page).getByLabel("资源路径").inputValue()).toBe("app/kehu_biaoji");
  await dialog(page).getByRole("tab", { name: "字段" }).click();
  await press(page, /新增字段$/);
  // The new one is where the focus is.
  await expect.poll(() => dialog(page).getByLabel("列名", { exact: true }).isVisible()).toBe(true);
  await page.keyboard.type("sex");
  await dialog(page).getByLabel("sex的标签").fill("性别");
  await dialog(page).getByLabel("sex的类型").click();
  await page.getByTitle("字典", { exact: true }).click();
  await press(page, /^保\s*存$/);
  await dialog(page).getByText("sex：请选择字典").waitFor();
  await shoot(page, "code-fault-dark");
  await dialog(page).getByLabel("sex的字典").fill("性别");
  await page.keyboard.press("Enter");
  await press(page, /^保\s*存$/);
  await rowWith(page, "app_kehu_biaoji").waitFor();
});

it("marks what is wrong with a template at its line, and takes earlier versions back", async () => {
  const page = await stage.open();
  await open(page, "/code/tmpl");
  await pane(page).getByRole("button", { name: "复制内置模板" }).click();
  await dialog(page).getByLabel("模板组").fill("本公司");
  await press(page, /^复\s*制$/);
  await fromMore(page, "资源定义", "修改");
  const text = dialog(page).getByLabel("模板内容");
  const first = await text.inputValue();
  await text.fill(`// 改过\n${first}\n{% if x %}`);
  await press(page, /^保\s*存$/);
  const flaw = dialog(page).locator("[data-flaw]");
  await flaw.waitFor();
  const lines = first.split("\n").length + 2;
  expect(await flaw.getAttribute("data-number")).toBe(String(lines));
  await press(page, `转到第 ${lines} 行`);
  await shoot(page, "code-flaw");
  await text.fill(`// 改过\n${first}`);
  await press(page, /^保\s*存$/);
  await rowWith(page, "资源定义").getByText("第 2 版").waitFor();

  await rowWith(page, "资源定义").getByRole("button", { name: "历史版本" }).click();
  await press(page, /第 1 版/);
  await dialog(page).getByText("取回后的变化").click();
  await dialog(page).locator("del", { hasText: "改过" }).waitFor();
  await shoot(page, "code-versions");
  await press(page, "取回这一版");
  await rowWith(page, "资源定义").getByText("第 3 版").waitFor();
});
