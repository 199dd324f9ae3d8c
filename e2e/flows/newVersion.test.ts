import { expect, it } from "vitest";
import { expectHash, jump, pane, signIn, tab, useStage } from "../support/browser";

const stage = useStage();

it("offers a fresh deployment as soon as an answer tells of it", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "个人中心");
  const offer = page.getByRole("button", { name: "有新版本，刷新" });
  expect(await offer.count()).toBe(0);

  await page.route("**/server/api/**", async (route) => {
    const response = await route.fetch();
    const [permission, dict] = (response.headers()["x-banben"] ?? "").split(".").slice(-2);
    const headers = { ...response.headers(), "x-banben": `newer.${permission}.${dict}` };
    await route.fulfill({ response, headers });
  });
  await page.getByRole("tab", { name: "登录设备" }).click();
  await offer.waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await offer.click();
  await pane(page).getByLabel("昵称", { exact: true }).waitFor();
  expect(await offer.count()).toBe(0);
});

it("a page whose code cannot be loaded says so and leaves the other tabs alone", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "个人中心");
  await pane(page).getByLabel("昵称", { exact: true }).fill("没丢");
  await page.route("**/assets/UserPage-*.js", (route) => route.abort());
  await page.goto("/#/sys/user");
  await pane(page).getByRole("heading", { name: "页面没有加载成功" }).waitFor();
  await tab(page, "个人中心").click();
  await expectHash(page, "/sysProfile");
  expect(await pane(page).getByLabel("昵称", { exact: true }).inputValue()).toBe("没丢");
});
