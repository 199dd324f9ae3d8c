import { expect, it } from "vitest";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

/** A red square of eight by eight. */
const RED =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGO4oKCAFTEMLQkAvk5EAfjoixEAAAAASUVORK5CYII=";
const picture = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(RED, "base64"),
});

it("puts pictures into a text one after the other, and shows them in the preview", async () => {
  const page = await stage.open();
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await signIn(page);
  await page.goto("/#/gonggao");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  await dialog(page).getByLabel("标题").fill("图文公告");
  await dialog(page).getByRole("radio", { name: "系统公告" }).check();
  const text = dialog(page).getByRole("textbox", { name: "内容" });
  await text.click();
  await page.keyboard.type("开头");
  for (const name of ["一.png", "二.png"]) {
    const chooser = page.waitForEvent("filechooser");
    await dialog(page).getByRole("button", { name: "插入图片" }).click();
    await (await chooser).setFiles(picture(name));
    await text.getByRole("img", { name }).waitFor();
    await page.keyboard.type(`${name}之后`);
  }
  expect(await text.locator("img").count()).toBe(2);
  expect(await text.innerText()).toMatch(/开头\s+一\.png之后\s+二\.png之后/);
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await rowWith(page, "图文公告").waitFor();

  await rowWith(page, "图文公告").getByRole("button", { name: "修改" }).click();
  await dialog(page).getByRole("textbox", { name: "内容" }).locator("img").first().waitFor();
  await page.keyboard.press("Escape");
  await rowWith(page, "图文公告").getByRole("button", { name: "查看内容" }).click();
  const frame = dialog(page).frameLocator("iframe");
  await frame.locator("img").first().waitFor();
  await expect
    .poll(() =>
      frame
        .locator("img")
        .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth)),
    )
    .toEqual([8, 8]);
  await shoot(page, "rich-preview");
  expect(warnings).toEqual([]);
});
