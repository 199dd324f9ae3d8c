import { expect, it } from "vitest";
import { jump, pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("a new entry of a dictionary is offered in forms at once", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/dict?size=50");
  await rowWith(page, "gonggao_type").getByRole("button", { name: "数据" }).click();
  const data = page.getByRole("dialog", { name: /gonggao_type/ });
  await data.getByRole("button", { name: "新增" }).click();
  const form = page.getByRole("dialog", { name: "新增字典数据" });
  await form.getByLabel("标签", { exact: true }).fill("停业通知");
  await form.getByLabel("键值").fill("TINGYE");
  await form.getByRole("button", { name: /保\s*存/ }).click();
  await data.locator("tbody tr", { hasText: "停业通知" }).waitFor();
  await shoot(page, "dict-data");

  await data.locator("tbody tr", { hasText: "停业通知" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect
    .poll(async () =>
      (await data.locator("tbody tr td:nth-child(3)").allInnerTexts()).indexOf("停业通知"),
    )
    .toBe(1);
  await data
    .getByRole("button", { name: "Close" })
    .or(data.getByRole("button", { name: "关闭" }))
    .click();

  await jump(page, "公告");
  await pane(page).getByRole("table", { name: "公告" }).waitFor();
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByRole("radio", { name: "停业通知" }).waitFor();
});
