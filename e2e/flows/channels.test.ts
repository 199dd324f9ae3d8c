import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";

const stage = useStage();

it("gives a channel its link and picture, and counts who follows it", async () => {
  const admin = await Api.signedIn(stage.server.url);
  await admin.post("/api/app/qudao/add", { mingcheng: "官网", bianma: "web" });
  await admin.post("/api/app/config/edit", { type: "JICHU", data: { luodiUrl: "/healthz" } });
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/qudao");
  await rowWith(page, "官网")
    .getByText(/\/q\/web$/)
    .waitFor();
  const answer = await fetch(`${stage.server.url}/q/web`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/healthz?qudao=web"]);
  expect((await fetch(`${stage.server.url}/q/none`)).status).toBe(404);
  // Written down a few seconds later.
  await expect
    .poll(
      async () => {
        const list = await admin.get<{ records: { liulanshu: number }[] }>(
          "/api/app/qudao/findAllByPage?current=1&size=10",
        );
        return list.records[0]?.liulanshu;
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.reload();
  await rowWith(page, "官网").getByRole("button", { name: "推广", exact: true }).click();
  await dialog(page).getByRole("img", { name: "官网 的二维码" }).locator("canvas").waitFor();
  await dialog(page).getByRole("row", { name: "浏览 1" }).waitFor();
  await dialog(page).getByRole("row", { name: "注册 0 0.00%" }).waitFor();
  await shoot(page, "channel-promotion");
  const saved = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "下载二维码" }).click();
  expect((await saved).suggestedFilename()).toBe("官网-二维码.png");
});
