import { expect, it } from "vitest";
import { jump, pane, signIn, tab, tabNames, useStage } from "../support/browser";

const stage = useStage();

it("asks before a tab with unsaved input closes, and keeps it on 继续填写", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "参数设置");
  const field = pane(page).getByRole("textbox").first();
  await field.fill("写到一半");
  await tab(page, "首页").click();
  const marked = page.getByRole("link", { name: "参数设置 未保存" });
  await marked.waitFor();

  await page.getByRole("button", { name: "关闭 参数设置" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "继续填写" }).click();
  await marked.click();
  expect(await field.inputValue()).toBe("写到一半");

  // Whoever signs out is told what would be lost.
  await page.getByRole("button", { name: "管理员" }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  const leaving = page.getByRole("dialog");
  await leaving.getByText("「参数设置」有未保存的修改，退出后不再保留").waitFor();
  await leaving.getByRole("button", { name: "取消" }).click();
  expect(await field.inputValue()).toBe("写到一半");

  await page.getByRole("button", { name: "关闭 参数设置" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "不保存" }).click();
  await expect.poll(() => tabNames(page)).toEqual(["首页"]);
});
