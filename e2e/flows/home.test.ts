import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { expectHash, pane, shoot, signIn, useStage } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply } from "../support/loans";

const stage = useStage();

it("says what waits, and leads to it", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const projectId = await addProduct(admin);
  const first = await apply(admin, projectId, await addBorrower(admin, "赵一鸣", "13800000001"));
  await apply(admin, projectId, await addBorrower(admin, "钱二", "13800000002"));

  const page = await stage.open();
  await signIn(page);
  const waiting = pane(page).getByRole("region", { name: "待办" });
  const review = waiting.getByRole("link", { name: /^待审核\s*2/ });
  await review.waitFor();
  await pane(page).getByRole("region", { name: "今日" }).getByText("今日申请").waitFor();
  await shoot(page, "home");

  await review.click();
  await expectHash(page, "/dingdan?state=DAISHENHE");
  await rowWith(page, "赵一鸣").waitFor();
  await rowWith(page, "钱二").waitFor();

  await page.goto("/#/index");
  await waiting.getByRole("link", { name: "审核最早一笔" }).click();
  await page.getByRole("dialog").getByText(first.bianhao).first().waitFor();
});

it("shows everybody the work of their own", async () => {
  const admin = await Api.signedIn(stage.server.url);
  for (const [loginName, role, own, others] of [
    ["shenhe_jia", "审核员", /^待审核/, /^待放款/],
    ["caiwu_jia", "财务", /^待放款/, /^待审核/],
  ] as const) {
    const { password } = await makeColleague(admin, loginName, role);
    const page = await stage.open();
    await signIn(page, loginName, password);
    const waiting = pane(page).getByRole("region", { name: "待办" });
    await waiting.getByRole("link", { name: own }).waitFor();
    expect(await waiting.getByRole("link", { name: others }).count(), role).toBe(0);
    await shoot(page, `home-${loginName}`);
  }
});
