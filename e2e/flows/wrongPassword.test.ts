import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import { expectHash, hashOf, shoot, submitLogin, useStage } from "../support/browser";

const stage = useStage();

it("refuses a wrong password, asks for a captcha after three, locks after five", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "suoding", ["公告"]);
  const page = await stage.open();
  await page.goto("/");
  const error = page.getByRole("alert");
  const captcha = page.getByLabel("验证码", { exact: true });

  await submitLogin(page, user.loginName, "wrong-1");
  await expect.poll(() => error.innerText()).not.toBe("");
  const words = await error.innerText();
  expect(hashOf(page)).toBe("/login");
  expect(await captcha.count()).toBe(0);

  await submitLogin(page, "nobody", "wrong-1");
  await expect.poll(() => error.innerText()).toBe(words);

  await submitLogin(page, user.loginName, "wrong-2");
  await submitLogin(page, user.loginName, "wrong-3");
  await captcha.waitFor();
  await page.getByRole("button", { name: "验证码图片，点击换一张" }).locator("img").waitFor();
  await shoot(page, "login-captcha");

  // The captcha cannot be read here; a wrong one is a failure like any other.
  for (const password of ["wrong-4", "wrong-5", user.password]) {
    await captcha.fill("0000");
    await submitLogin(page, user.loginName, password);
    await expect.poll(() => error.innerText()).not.toBe("");
  }
  expect(hashOf(page)).toBe("/login");
  await expect(Api.signedIn(stage.server.url, user.loginName, user.password)).rejects.toThrow("2002");
});

it("lets the right password in after a single mistake", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "shoucuo", ["公告"]);
  const page = await stage.open();
  await page.goto("/");
  await submitLogin(page, user.loginName, "wrong");
  await expect.poll(() => page.getByRole("alert").innerText()).not.toBe("");
  await submitLogin(page, user.loginName, user.password);
  await expectHash(page, "/index");
});
