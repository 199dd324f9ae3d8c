import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { jump, pane, signIn, useStage } from "../support/browser";

const stage = useStage();
let page: Page;

beforeEach(async () => {
  page = await stage.open();
  await signIn(page);
  await jump(page, "个人中心");
});

const save = () => pane(page).getByRole("button", { name: "保存" }).click();

it("says 操作成功 after a save, and the header takes the new name", async () => {
  await pane(page).getByLabel("昵称", { exact: true }).fill("王掌柜");
  await save();
  await page.getByText("操作成功").waitFor();
  await page.getByRole("button", { name: "账号菜单 王掌柜" }).waitFor();
});

it("covers the screen with 拼命加载中 while a call takes long, and uncovers it", async () => {
  const gate = new EventTarget();
  const opened = new Promise((done) => gate.addEventListener("open", done));
  await page.route("**/edit/profile", async (route) => {
    await opened;
    await route.continue();
  });
  await save();
  await page.getByText("拼命加载中").waitFor();
  gate.dispatchEvent(new Event("open"));
  await page.getByText("拼命加载中").waitFor({ state: "detached" });
  await page.getByText("操作成功").waitFor();
});

it("puts the server's words under the field they are about", async () => {
  await page.route("**/edit/profile", (route) =>
    route.fulfill({
      json: { code: 2001, message: "请检查输入", result: { fields: { email: "邮箱已被使用" } } },
    }),
  );
  await save();
  await pane(page).getByText("邮箱已被使用").waitFor();
  await page.getByText("请检查输入").waitFor();
});

it("says so when the network is gone, and the page stays as it is", async () => {
  await page.route("**/edit/profile", (route) => route.abort());
  await pane(page).getByLabel("昵称", { exact: true }).fill("断网时写的");
  await save();
  await page.getByText("网络连接失败，请检查网络后重试").waitFor();
  expect(await pane(page).getByLabel("昵称", { exact: true }).inputValue()).toBe("断网时写的");
});
