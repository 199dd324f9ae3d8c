import { expect, it } from "vitest";
import { expectHash, pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("a setting is changed, and the log tells what it was before", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/config");
  await pane(page).getByLabel("公司名称").fill("诚信小贷");
  await pane(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await page.getByText("操作成功").waitFor();

  await page.goto("/#/sys/log");
  await rowWith(page, "修改参数").first().getByRole("button", { name: "详情" }).click();
  const difference = dialog(page).getByRole("table");
  await difference.locator("ins", { hasText: "诚信小贷" }).waitFor();
  expect(await difference.locator("del").count()).toBe(1);
  await shoot(page, "log-difference");
});

it("each group has its tab in the URL, and a wrong value is told at its field", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/config?type=ANQUAN");
  const idle = pane(page).getByLabel(/会话空闲/);
  await idle.fill("很久");
  await pane(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await pane(page).getByText("请输入数字").waitFor();
  await idle.fill("1");
  await pane(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await pane(page).locator(".ant-form-item-explain-error").waitFor();
  await shoot(page, "config-refused");
  await pane(page)
    .getByRole("button", { name: /还\s*原/ })
    .click();
  await pane(page).getByRole("tab", { name: "借款设置" }).click();
  await expectHash(page, "/config?type=JIEKUAN");
});

it("the company's name and the help link show at once where they were changed", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/config?type=JICHU");
  await pane(page).getByLabel("公司名称").waitFor();
  expect(await page.getByRole("link", { name: "帮助" }).count()).toBe(0);
  await pane(page).getByLabel("公司名称").fill("远山小贷");
  await pane(page).getByLabel("帮助链接").fill("https://help.example.com/");
  await pane(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await page.getByRole("navigation", { name: "菜单" }).getByText("远山小贷").waitFor();
  await page.getByRole("link", { name: "帮助" }).waitFor();
  await expect.poll(() => page.title()).toBe("参数设置 - 远山小贷");
});
