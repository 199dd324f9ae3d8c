import { expect, it } from "vitest";
import { jump, pane, signIn, useStage } from "../support/browser";
import { addColleague } from "../support/colleague";

// A name that is neither localhost nor https: the browser keeps its clipboard to itself.
const host = "office.test";
const stage = useStage({ flags: [`--host-resolver-rules=MAP ${host} 127.0.0.1`] });

it("copies on plain http, from a table and from within a dialog", async () => {
  const { port } = new URL(stage.server.url);
  const page = await stage.open({ baseURL: `http://${host}:${port}` });
  await signIn(page);
  expect(await page.evaluate(() => "clipboard" in navigator)).toBe(false);

  await jump(page, "菜单管理");
  await pane(page)
    .getByRole("row", { name: /订单管理/ })
    .first()
    .waitFor();
  await pane(page).getByRole("button", { name: "全部展开" }).click();
  const code = pane(page).locator(".dt-copy").first();
  await code.getByRole("button", { name: "复制" }).click();
  await page.getByText("已复制").waitFor();
  const search = pane(page).getByRole("textbox", { name: "搜索菜单" });
  await search.press("Control+v");
  expect(await search.inputValue()).toBe(await code.innerText());

  await jump(page, "用户管理");
  const { told, password } = await addColleague(page, "xiaowang", "小王");
  const copy = told.getByRole("button", { name: "复制" });
  await copy.click();
  await page.getByText("已复制").last().waitFor();
  // The dialog holds the focus to itself, and still has it.
  expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
  await told.getByRole("button", { name: "我已记下" }).click();
  const field = pane(page).getByLabel("昵称", { exact: true });
  await field.press("Control+v");
  expect(await field.inputValue()).toBe(password);
});
