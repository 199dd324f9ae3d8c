import { expect, it } from "vitest";
import { shoot, signIn, useStage } from "../support/browser";
import { addNotices, dialog, rowWith } from "../support/gonggao";

const stage = useStage({ prepare: (admin) => addNotices(admin, 2) });

it("a switch asks first, reverts on cancel and changes on agreement", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  const control = rowWith(page, "公告01").getByRole("switch", { name: "置顶" });
  await control.click();
  await dialog(page).getByText("确定更改状态?").waitFor();
  await dialog(page).getByText("提示").waitFor();
  await shoot(page, "switch-question");
  await dialog(page)
    .getByRole("button", { name: /取\s*消/ })
    .click();
  await expect.poll(() => control.getAttribute("aria-checked")).toBe("false");
  await page.reload();
  await expect.poll(() => control.getAttribute("aria-checked")).toBe("false");

  await control.click();
  await dialog(page)
    .getByRole("button", { name: /确\s*定/ })
    .click();
  await page.getByText("操作成功").waitFor();
  await page.reload();
  await expect.poll(() => control.getAttribute("aria-checked")).toBe("true");
});
