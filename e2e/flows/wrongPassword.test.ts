import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import { expectHash, failLogin, submitLogin, useStage } from "../support/browser";

const stage = useStage();

it("lets the right password in after a single mistake", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "shoucuo", ["公告"]);
  const page = await stage.open();
  await page.goto("/");
  await failLogin(page, user.loginName, "wrong");
  await expect.poll(() => page.locator("form").getByRole("alert").innerText()).toContain("错误");
  await submitLogin(page, user.loginName, user.password);
  await expectHash(page, "/index");
});
