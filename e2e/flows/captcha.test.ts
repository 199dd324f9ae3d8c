import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import { failLogin, hashOf, shoot, useStage } from "../support/browser";

const stage = useStage();

it("asks for a captcha after three failures of an address, in the same words", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "suoding", ["公告"]);
  const page = await stage.open();
  await page.goto("/");
  const captcha = page.getByLabel("验证码", { exact: true });
  const picture = page.getByRole("button", { name: "验证码图片，点击换一张" }).locator("img");
  // The toast is an alert too.
  const error = page.locator("form").getByRole("alert");

  await failLogin(page, user.loginName, "wrong-1");
  await expect.poll(() => error.innerText()).toContain("错误");
  const words = await error.innerText();
  await page.locator(".ant-message-notice").filter({ hasText: words }).waitFor();
  expect(await captcha.count()).toBe(0);
  await failLogin(page, user.loginName, "wrong-2");
  expect(await captcha.count()).toBe(0);
  await failLogin(page, user.loginName, "wrong-3");
  await picture.waitFor();
  await shoot(page, "login-captcha");

  // Nobody can read the picture here: such tries are not looked at and lock nobody out.
  for (const password of ["wrong-4", "wrong-5", "wrong-6", "wrong-7", user.password]) {
    await captcha.fill("0000");
    await failLogin(page, user.loginName, password);
    await expect.poll(() => error.innerText()).toBe(words);
  }
  expect(hashOf(page)).toBe("/login");
  const staff = await admin.get<{ records: { loginName: string; isSuoding: boolean }[] }>(
    "/api/sys/user/findAllByPage?current=1&size=50",
  );
  expect(staff.records.filter((row) => row.isSuoding)).toEqual([]);

  // Whoever comes next at this address is asked before they try.
  const colleague = await stage.open();
  await colleague.goto("/");
  await colleague.getByLabel("账号", { exact: true }).fill("admin");
  await colleague.getByLabel("密码", { exact: true }).focus();
  await colleague.getByLabel("验证码", { exact: true }).waitFor();
});
