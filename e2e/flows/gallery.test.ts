import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { hashOf, jump, pane, shoot, signIn, tab, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addProduct } from "../support/loans";

const stage = useStage();

/** A red square of eight by eight. */
const RED =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGO4oKCAFTEMLQkAvk5EAfjoixEAAAAASUVORK5CYII=";
const file = (name: string, size = 0) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.concat([Buffer.from(RED, "base64"), Buffer.alloc(size)]),
});

const part = (page: Page, name: string) => pane(page).getByRole("region", { name, exact: true });
const state = (page: Page, of: string, name: string) =>
  part(page, of).getByRole("group", { name, exact: true });
const press = (page: Page, of: string, name: string) =>
  part(page, of).getByRole("button", { name, exact: true }).click();
/** Closes what is open and waits until it is gone. */
async function close(page: Page) {
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
}

async function open(page: Page) {
  await signIn(page);
  await jump(page, "组件示例");
  await part(page, "通用对话框").waitFor();
}

it("shows dialogs of both widths, a preview that runs nothing, and the import", async () => {
  const page = await stage.open();
  await open(page);
  const widthOf = async () => (await page.getByRole("dialog").last().boundingBox())?.width;
  await press(page, "通用对话框", "500 像素");
  await expect.poll(widthOf).toBe(500);
  await close(page);
  await press(page, "通用对话框", "30%");
  await expect.poll(async () => Math.round((await widthOf()) ?? 0)).toBe(410);
  await close(page);
  await press(page, "通用对话框", "删除确认");
  await page.getByText("确认要删除吗?", { exact: true }).waitFor();
  await page.getByText("危险提示").last().waitFor();
  await close(page);
  await press(page, "HTML 预览", "预览 HTML");
  const frame = dialog(page).frameLocator("iframe");
  await frame.getByText("脚本和事件都不会执行。").waitFor();
  expect(await frame.locator("script, [onclick]").count()).toBe(0);
  expect(await dialog(page).locator("iframe").getAttribute("sandbox")).toBe("allow-same-origin");
  await close(page);
  await press(page, "导入对话框", "导入常见问题");
  await page.getByText("仅允许导入xls、xlsx格式文件。").waitFor();
  await expect.poll(widthOf).toBe(400);
});

it("chooses in trees, icons and tags, and shows dictionary values", async () => {
  const page = await stage.open();
  await open(page);
  const linked = state(page, "树选择", "父子联动");
  const box = await linked.locator(".tree-selector").boundingBox();
  expect([box?.width, (await linked.getByLabel("联动的树").boundingBox())?.height]).toEqual([
    350, 250,
  ]);
  await linked.getByRole("checkbox", { name: /角色管理/ }).click();
  const ticked = async () => {
    const ids = JSON.parse(await linked.locator("output").innerText()) as number[];
    return ids.toSorted((a, b) => a - b);
  };
  await expect.poll(ticked).toEqual([1, 2, 3]);
  await state(page, "图标选择", "已选").getByRole("combobox").click();
  await page.getByText("280 个图标").waitFor();
  await page.getByRole("option", { name: "el-icon-s-finance" }).click();
  await part(page, "图标选择").getByText('"el-icon-s-finance"').waitFor();
  const tags = state(page, "标签输入", "可编辑");
  await tags.getByRole("textbox").fill("   ");
  await tags.getByRole("textbox").press("Enter");
  await tags.getByRole("textbox").fill("新客");
  await tags.getByRole("textbox").press("Enter");
  await tags.getByText('["热门","低息","新客"]').waitFor();
  expect(await state(page, "标签输入", "禁用").getByRole("textbox").isDisabled()).toBe(true);
  await state(page, "字典标签", "订单状态").getByText("待审核").waitFor();
  await state(page, "字典标签", "未知的值").getByText("WEIZHI").waitFor();
  await shoot(page, "gallery-choices");
});

it("uploads by choosing and pasting, puts in order, and hides at the limit", async () => {
  const page = await stage.open();
  await open(page);
  const one = state(page, "上传", "默认");
  const add = one.getByLabel("选择文件上传");
  await add.setInputFiles(file("大.png", 5 * 1024 * 1024));
  await page.getByText("文件大小不能超过 5m!").waitFor();
  await add.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await page.getByText("不支持的文件类型：a.txt").waitFor();
  await add.setInputFiles(file("一.png"));
  await one.getByRole("button", { name: /^预览/ }).waitFor({ state: "attached" });
  expect(await add.count()).toBe(0);
  const several = state(page, "上传", "最多 3 个任意文件，200kb");
  await several.getByLabel("选择文件上传").setInputFiles(file("大.png", 200 * 1024));
  await page.getByText("文件大小不能超过 200kb!").waitFor();
  const pictures = several.locator(".upload-tile img");
  await several.getByLabel("选择文件上传").setInputFiles(file("一.png"));
  await expect.poll(() => pictures.count()).toBe(1);
  await several.getByLabel("选择文件上传").evaluate((input, data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0);
    const pasted = new DataTransfer();
    pasted.items.add(new File([bytes], "贴.png", { type: "image/png" }));
    input.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
  }, RED);
  await expect.poll(() => pictures.count()).toBe(2);
  const order = () =>
    pictures.evaluateAll((all) => all.map((picture) => picture.getAttribute("src")));
  const [first, second] = await order();
  await several.getByRole("button", { name: /^后移/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(order).toEqual([second, first]);
  await pictures.first().dragTo(pictures.last());
  await expect.poll(order).toEqual([first, second]);
  await several.getByRole("button", { name: /^预览/ }).first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".ant-image-preview img").waitFor();
});

it("edits a rich text with tables, cleans what comes from Word, and keeps undo over tabs", async () => {
  const page = await stage.open();
  await open(page);
  const editor = part(page, "富文本");
  const text = editor.getByRole("textbox", { name: "正文" });
  await text.click();
  await page.keyboard.press("Control+End");
  await editor.getByRole("button", { name: "表格" }).click();
  await page.getByRole("menuitem", { name: /插入表格/ }).click();
  await expect.poll(() => text.locator("td").count()).toBe(9);
  await text.locator("td").first().click();
  await page.keyboard.type("甲");
  await page.keyboard.press("Tab");
  await page.keyboard.type("乙");
  await editor.getByRole("button", { name: "表格" }).click();
  await page.getByRole("menuitem", { name: "下方插入行" }).click();
  await expect.poll(() => text.locator("td").count()).toBe(12);
  await tab(page, "首页").click();
  await tab(page, "组件示例").click();
  await editor.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => text.locator("td").count()).toBe(9);
  await text.evaluate((element) => {
    const pasted = new DataTransfer();
    pasted.setData(
      "text/html",
      '<p class="MsoNormal" style="mso-x:1"><b><span style="font-size:22.0pt;font-family:宋体">借款须知<o:p></o:p></span></b></p>',
    );
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
  });
  await text.getByText("借款须知").waitFor();
  const written = editor.getByRole("textbox", { name: "写出的内容" });
  expect(await written.inputValue()).toContain("font-size: 22pt");
  expect(await written.inputValue()).not.toMatch(/mso|Mso|宋体/);
  const chooser = page.waitForEvent("filechooser");
  await editor.getByRole("button", { name: "插入视频" }).click();
  // From the disk: sent through the browser's own line, so many bytes take their time.
  const video = join(mkdtempSync(join(tmpdir(), "gallery-")), "a.mp4");
  writeFileSync(video, Buffer.alloc(30 * 1024 * 1024));
  await (await chooser).setFiles(video);
  await page.getByText("上传视频大小限制 30M 以内！").waitFor();
  await written.fill('<p onclick="x()">留下<script>x()</script></p>');
  await editor.getByRole("button", { name: "看服务器保留什么" }).click();
  await state(page, "富文本", "服务器保留的内容").getByText("<p>留下</p>").waitFor();
});

it("draws one polygon, gives its points out and empties it again", async () => {
  const page = await stage.open();
  await open(page);
  const drawn = state(page, "地图区域", "绘制");
  const map = drawn.getByRole("application");
  await map.scrollIntoViewIfNeeded();
  expect((await map.boundingBox())?.height).toBe(400);
  await drawn.getByText(/35\.031641, 111\.004468 · 13 级/).waitFor();
  for (const position of [
    { x: 200, y: 80 },
    { x: 500, y: 120 },
    { x: 350, y: 320 },
  ])
    await map.click({ position });
  await drawn.getByRole("button", { name: "绘画完成" }).click();
  await drawn.getByText("区域已画好，共 3 个点").waitFor();
  const given = JSON.parse(await drawn.locator(".gallery-given").innerText()) as object[];
  expect(given).toHaveLength(3);
  await map.click({ position: { x: 50, y: 50 } });
  expect(await map.locator("circle").count()).toBe(3);
  await shoot(page, "gallery-map");
  await drawn.getByRole("button", { name: "重新绘制" }).click();
  await expect.poll(() => drawn.locator(".gallery-given").innerText()).toBe("[]");
});

it("toggles full screen, size and help from the same buttons as the header", async () => {
  const page = await stage.open();
  await open(page);
  const shell = part(page, "页头按钮");
  await shell.getByRole("button", { name: "全屏" }).click();
  await shell.getByRole("button", { name: "退出全屏" }).click();
  await shell.getByRole("button", { name: "全屏", exact: true }).waitFor();
  await shell.getByRole("button", { name: "界面大小" }).click();
  for (const size of ["default", "medium", "small", "mini"])
    await page.getByRole("menuitem", { name: `（${size}）` }).waitFor();
  await page.keyboard.press("Escape");
  expect(await shell.getByRole("link", { name: "帮助" }).count()).toBe(1);
});

it.each(["light", "dark"] as const)("is looked at in %s", async (colorScheme) => {
  const page = await stage.open({ colorScheme });
  await open(page);
  const parts = await pane(page).locator(".gallery-part").all();
  for (const [at, one] of parts.entries()) {
    await one.evaluate((element) => element.scrollIntoView());
    if (at % 2 === 0) await shoot(page, `gallery-${colorScheme}-${at}`);
  }
  expect(parts.length).toBeGreaterThan(9);
});

it("is there for the super-administrator alone", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const { loginName, password } = await makeColleague(admin, "caiwu01", "财务");
  const page = await stage.open();
  await signIn(page, loginName, password);
  expect(await page.getByRole("menu").getByText("开发工具").count()).toBe(0);
  await page.goto("/#/code/zujian");
  await expect.poll(() => pane(page).locator(".gallery").count()).toBe(0);
  await page.getByText("打不开这个页面").waitFor();
  const own = await Api.signedIn(stage.server.url, loginName, password);
  await expect(own.post("/api/code/zujian/fuwenben", { neirong: "字" })).rejects.toThrow(
    "没有操作权限",
  );
});

it("draws the service area of a product and keeps it", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const id = await addProduct(admin, "同城贷");
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/project");
  await rowWith(page, "同城贷").getByRole("button", { name: "修改" }).click();
  const map = dialog(page).getByRole("application", { name: "服务区域" });
  await map.scrollIntoViewIfNeeded();
  for (const position of [
    { x: 100, y: 80 },
    { x: 300, y: 80 },
    { x: 300, y: 300 },
    { x: 100, y: 300 },
  ])
    await map.click({ position });
  await dialog(page).getByRole("button", { name: "绘画完成" }).click();
  await shoot(page, "product-area");
  await dialog(page)
    .getByRole("button", { name: /^保\s*存$/ })
    .click();
  await dialog(page).waitFor({ state: "hidden" });
  const { quyu } = await admin.get<{ quyu: object[] }>(`/api/app/project/findById/${id}`);
  expect(quyu).toHaveLength(4);
  expect(hashOf(page)).toBe("/project");
});
