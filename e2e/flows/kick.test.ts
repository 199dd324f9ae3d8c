import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import { expectHash, jump, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("a signed-in colleague is put out and lands on the sign-in page", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "bei_ti", ["公告"]);
  const other = await stage.open();
  await signIn(other, user.loginName, user.password);

  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/sys/session");
  await rowWith(page, "bei_ti").first().waitFor();
  const count = await rowWith(page, "bei_ti").count();
  for (let left = count; left > 0; left--) {
    await rowWith(page, "bei_ti").first().getByRole("button", { name: "强制下线" }).click();
    await shoot(page, "kick");
    await dialog(page).getByRole("button", { name: "强制下线" }).click();
    await expect.poll(() => rowWith(page, "bei_ti").count()).toBe(left - 1);
  }
  await jump(other, "公告").catch(() => undefined);
  await expectHash(other, /^\/login/);
});
