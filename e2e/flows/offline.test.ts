import { expect, it } from "vitest";
import { Api } from "../support/api";
import { expectHash, hold, pane, shoot, signIn, useStage } from "../support/browser";
import { addNotices, columnTexts } from "../support/gonggao";

const stage = useStage({ prepare: (admin) => addNotices(admin, 12) });

it("shows no rows of another page or search while the network is gone, and says so", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(10);
  await page.context().setOffline(true);
  const banner = page.getByText("网络已断开");
  await banner.waitFor();

  await pane(page).getByRole("listitem", { name: "2" }).click();
  await expectHash(page, "/gonggao?current=2");
  await pane(page)
    .getByText(/没有加载成功/)
    .waitFor();
  await expect.poll(() => columnTexts(page, "标题")).toEqual([]);
  expect(await pane(page).locator(".ant-pagination-item-active").innerText()).toBe("2");
  await shoot(page, "offline");

  await pane(page).getByRole("textbox", { name: "标题" }).fill("公告01");
  await pane(page).getByRole("button", { name: "查询" }).click();
  await pane(page)
    .getByText(/没有加载成功/)
    .waitFor();
  await expect.poll(() => columnTexts(page, "标题")).toEqual([]);

  await page.context().setOffline(false);
  await banner.waitFor({ state: "hidden" });
  await expect.poll(() => columnTexts(page, "标题")).toEqual(["公告01"]);
});

it("says that a refresh failed, and refreshes by itself when the server is back", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all[0])).toBe("公告12");
  await page.context().setOffline(true);
  await pane(page).getByRole("button", { name: "刷新" }).click();
  await pane(page).getByText("没有刷新成功，显示的是之前的数据").waitFor();
  expect(await columnTexts(page, "标题")).toHaveLength(10);
  const admin = await Api.signedIn(stage.server.url);
  await admin.post("/api/app/gonggao/add", {
    biaoti: "断网时的新公告",
    type: "XITONG",
    neirong: "<p>新</p>",
  });
  await page.context().setOffline(false);
  await expect.poll(() => columnTexts(page, "标题").then((all) => all[0])).toBe("断网时的新公告");
  await pane(page).getByText("没有刷新成功").waitFor({ state: "hidden" });
});

it("old rows stand under the bar for a second at most while an answer takes its time", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBe(10);
  const answer = await hold(page, "**/gonggao/findAllByPage?*current=2*");
  await pane(page).getByRole("listitem", { name: "2" }).click();
  await pane(page).locator(".dt[data-old]").waitFor();
  await expect.poll(() => columnTexts(page, "标题"), { timeout: 2500 }).toEqual([]);
  await page.getByText("拼命加载中").waitFor();
  answer();
  await expect.poll(() => columnTexts(page, "标题").then((all) => all.length)).toBeGreaterThan(1);
});
