import { expect, it } from "vitest";
import { Api } from "../support/api";
import { jump, pane, shoot, signIn, useStage, workday } from "../support/browser";

const stage = useStage({ clock: workday });

it("fills an empty office once, after a question", { timeout: 180_000 }, async () => {
  const page = await stage.open();
  await signIn(page);
  const steps = pane(page).getByRole("region", { name: "开始使用" });
  await steps.getByRole("button", { name: "载入演示数据" }).click();
  const question = page.getByRole("dialog", { name: "载入演示数据？" });
  await question.getByText("不能撤销").waitFor();
  await shoot(page, "demo-question");
  await question.getByRole("button", { name: "取消" }).click();
  await question.waitFor({ state: "detached" });
  const admin = await Api.signedIn(stage.server.url);
  const count = async () =>
    (await admin.get<{ total: number }>("/api/app/dingdan/findAllByPage")).total;
  expect(await count()).toBe(0);

  await steps.getByRole("button", { name: "载入演示数据" }).click();
  await question.getByRole("button", { name: "载入演示数据" }).click();
  await page.getByText(/已载入演示数据 500 笔订单/).waitFor({ timeout: 120_000 });
  await steps.waitFor({ state: "detached" });
  await pane(page).getByRole("region", { name: "图表" }).locator("svg").first().waitFor();
  await shoot(page, "home-demo");
  expect(await count()).toBe(500);
  // Nobody was told a password: whoever signs in gets one first.
  await jump(page, "用户管理");
  await pane(page).getByText("shenhe01").first().waitFor();
});
