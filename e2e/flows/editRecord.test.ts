import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { addNotices, columnTexts, dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("adds, changes and deletes an announcement", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await dialog(page).getByText("请输入标题").waitFor();
  await shoot(page, "form-missing");
  await dialog(page).getByLabel("标题").fill("停机通知");
  await dialog(page).getByRole("radio", { name: "系统公告" }).check();
  await dialog(page).getByRole("textbox", { name: "内容" }).click();
  await page.keyboard.type("今晚维护");
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await rowWith(page, "停机通知").waitFor();

  await rowWith(page, "停机通知").getByRole("button", { name: "修改" }).click();
  await dialog(page).getByLabel("标题").fill("停机公告");
  await page.keyboard.press("Enter");
  await rowWith(page, "停机公告").waitFor();

  await rowWith(page, "停机公告").getByRole("button", { name: "删除" }).click();
  await dialog(page).getByText("确认要删除吗？").waitFor();
  await dialog(page)
    .getByRole("button", { name: /取\s*消/ })
    .click();
  expect(await columnTexts(page, "标题")).toContain("停机公告");
  await rowWith(page, "停机公告").getByRole("button", { name: "删除" }).click();
  await dialog(page)
    .getByRole("button", { name: /删\s*除/ })
    .click();
  await rowWith(page, "停机公告").waitFor({ state: "detached" });
});

it("deletes several at once and says how many are chosen", async () => {
  await addNotices(await Api.signedIn(stage.server.url), 4);
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao?orders=biaoti%3Aasc");
  await rowWith(page, "公告01").getByRole("checkbox").check();
  await rowWith(page, "公告03")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await pane(page).getByText("已选 3 项").waitFor();
  await shoot(page, "batch");
  await pane(page).getByRole("button", { name: "批量删除" }).click();
  await dialog(page)
    .getByRole("button", { name: /删\s*除/ })
    .click();
  await expect.poll(() => columnTexts(page, "标题")).toEqual(["公告04"]);
});

it("guards what was typed and not saved", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("标题").fill("写了一半");
  await page.keyboard.press("Escape");
  await page.getByText("有未保存的修改，确定离开吗？").waitFor();
  await page.getByRole("button", { name: "继续填写" }).click();
  expect(await page.getByRole("dialog").getByLabel("标题").inputValue()).toBe("写了一半");
});
