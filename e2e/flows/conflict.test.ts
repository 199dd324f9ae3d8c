import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, signIn, useStage } from "../support/browser";
import { addNotices, dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("someone else saved first: both versions are shown and what was typed is kept", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const [id] = await addNotices(admin, 1);
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/gonggao");
  await rowWith(page, "公告01").getByRole("button", { name: "修改" }).click();
  const title = dialog(page).getByLabel("标题");
  await title.fill("我改的标题");

  await admin.post("/api/app/gonggao/edit", { id, biaoti: "别人改的标题", paixu: 7 });
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  const conflict = page.getByRole("dialog", { name: "数据已被他人修改" });
  await conflict.getByText("别人改的标题").waitFor();
  await conflict.getByText("我改的标题").waitFor();
  await shoot(page, "conflict");
  await conflict.getByRole("button", { name: "载入最新并保留我填写的内容" }).click();
  await conflict.waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("我改的标题");
  await dialog(page)
    .getByRole("button", { name: /保\s*存/ })
    .click();
  await rowWith(page, "我改的标题").waitFor();
  const saved = await admin.get<{ biaoti: string; paixu: number }>(
    `/api/app/gonggao/findById/${id}`,
  );
  expect(saved).toMatchObject({ biaoti: "我改的标题", paixu: 7 });
});
