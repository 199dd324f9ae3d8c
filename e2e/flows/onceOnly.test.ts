import { expect, it } from "vitest";
import { pane, signIn, useStage } from "../support/browser";
import { columnTexts, dialog, rowWith } from "../support/gonggao";

const stage = useStage();

const saveButton = /保\s*存/;

async function begin(title: string) {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("标题").fill(title);
  await dialog(page).getByRole("radio", { name: "系统公告" }).check();
  await dialog(page).getByRole("textbox", { name: "内容" }).click();
  await page.keyboard.type("今晚维护");
  return page;
}

const titles = async (page: Awaited<ReturnType<typeof begin>>, title: string) =>
  (await columnTexts(page, "标题")).filter((text) => text === title);

it("a double click on 保存 makes one row", async () => {
  const page = await begin("双击公告");
  await dialog(page).getByRole("button", { name: saveButton }).dblclick();
  await rowWith(page, "双击公告").first().waitFor();
  await page.reload();
  await rowWith(page, "双击公告").first().waitFor();
  expect(await titles(page, "双击公告")).toHaveLength(1);
});

it("an answer that is lost and a second try make one row", async () => {
  const page = await begin("断线公告");
  const asked: (string | undefined)[] = [];
  await page.route("**/app/gonggao/add", async (route) => {
    asked.push(route.request().headers()["idempotency-key"]);
    // The server has done it; only its answer does not arrive.
    const answer = await route.fetch();
    if (asked.length === 1) await route.abort("connectionreset");
    else await route.fulfill({ response: answer });
  });
  const save = dialog(page).getByRole("button", { name: saveButton });
  await save.click();
  await page.getByText("网络连接失败，请检查网络后重试").waitFor();
  await save.click();
  await dialog(page).waitFor({ state: "detached" });
  expect(asked).toHaveLength(2);
  expect(asked[0]).toBeTruthy();
  expect(asked[1]).toBe(asked[0]);
  await page.reload();
  await rowWith(page, "断线公告").first().waitFor();
  expect(await titles(page, "断线公告")).toHaveLength(1);
});

it("an edit that is tried again after a lost answer is no conflict", async () => {
  const page = await begin("修改公告");
  await dialog(page).getByRole("button", { name: saveButton }).click();
  await rowWith(page, "修改公告").getByRole("button", { name: "修改" }).click();
  await dialog(page).getByLabel("标题").fill("改后公告");
  let count = 0;
  await page.route("**/app/gonggao/edit", async (route) => {
    const answer = await route.fetch();
    if (++count === 1) await route.abort("connectionreset");
    else await route.fulfill({ response: answer });
  });
  const save = dialog(page).getByRole("button", { name: saveButton });
  await save.click();
  await page.getByText("网络连接失败，请检查网络后重试").waitFor();
  await save.click();
  await rowWith(page, "改后公告").waitFor();
  expect(await page.getByText("数据已被他人修改").count()).toBe(0);
});
