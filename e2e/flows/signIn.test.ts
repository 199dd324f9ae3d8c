import { expect, it } from "vitest";
import { expectHash, signIn, submitLogin, tabNames, useStage } from "../support/browser";
import { adminName, adminPassword } from "../support/server";

const stage = useStage();

it("signs in, shows the home page and keeps the token", async () => {
  const page = await stage.open();
  await page.goto("/");
  await expectHash(page, "/login");
  await submitLogin(page, adminName, adminPassword);
  await expectHash(page, "/index");
  await expect.poll(() => tabNames(page)).toEqual(["首页"]);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeTruthy();
});

it("leads a signed-in person from /login and /home to /index", async () => {
  const page = await stage.open();
  await signIn(page);
  for (const hash of ["#/login", "#/home", "#/"]) {
    await page.goto(`/${hash}`);
    await expectHash(page, "/index");
  }
});

it("signs out: forgets everything and shuts the door behind it", async () => {
  const page = await stage.open();
  await signIn(page);
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.getByRole("button", { name: "账号菜单" }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  await expectHash(page, "/login");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const answer = await fetch(`${stage.server.url}/server/api/sys/user/findProfile`, {
    headers: { client: "admin", Authorization: `Bearer_${token}` },
  });
  expect(await answer.json()).toMatchObject({ code: 401 });
  await page.goto("/#/index");
  await expectHash(page, "/login");
});

it("says what is missing before it asks the server", async () => {
  const page = await stage.open();
  await page.goto("/");
  await page.getByRole("button", { name: "登录" }).click();
  await expect.poll(() => page.getByRole("alert").innerText()).toBe("请输入账号");
});
