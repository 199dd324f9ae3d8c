import { expect, it } from "vitest";
import { Api, makeColleague } from "../support/api";
import { expectHash, pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply, lend } from "../support/loans";
import { choose, decide, sayPaid, verb } from "../support/orderScreens";

const stage = useStage();

it("leads an empty office to its first loan, step by step", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const page = await stage.open();
  await signIn(page);
  const steps = pane(page).getByRole("region", { name: "开始使用" });
  await steps.getByText("0 / 9").waitFor();
  await shoot(page, "home-first-steps");

  // A product from a template, which is saved and put on offer as it stands.
  await admin.post("/api/app/project/fenlei/add", { mingcheng: "信用贷" });
  await steps.getByRole("link", { name: "上架第一款产品" }).click();
  // The way there opens the form.
  const form = dialog(page);
  await form.getByRole("button", { name: "等额本息，按月还" }).click();
  await shoot(page, "product-template");
  await form.getByLabel("分类", { exact: true }).click();
  await choose(page, "信用贷");
  await form.getByLabel("名称", { exact: true }).fill("安心借");
  await form.getByLabel("编码", { exact: true }).fill("AXJ");
  await form.getByRole("button", { name: "保存并上架" }).click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);

  await page.goto("/#/index");
  await steps.getByText("1 / 9").waitFor();
  const backup = steps.getByRole("listitem").filter({ hasText: "每日备份" });
  await backup.getByRole("checkbox", { name: "已处理" }).check();
  await steps.getByText("2 / 9").waitFor();
  await steps.getByRole("button", { name: "收起" }).click();
  await expect.poll(() => steps.getByRole("listitem").count()).toBe(0);
  // What was put away is kept on the server.
  await expect
    .poll(async () => Object.keys(await admin.get<object>("/api/sys/user/pianhao")))
    .toContain("qibu.shouqi");
  await page.reload();
  await steps.getByText("2 / 9").waitFor();
  await steps.getByRole("button", { name: "展开" }).click();
  await steps.getByRole("link", { name: "登记第一位客户" }).waitFor();

  const project = await addProduct(admin);
  await lend(admin, project, await addBorrower(admin, "孙首", "13800000009"), 3);
  await page.reload();
  await pane(page).getByRole("region", { name: "近七日应还" }).waitFor();
  // What is not done yet stays after the first payout, beside what the day brings.
  await steps.getByText("6 / 9").waitFor();
  await steps.getByRole("button", { name: "不再显示" }).waitFor();
  await shoot(page, "home-last-steps");
  const data = { gongsiMingcheng: "诚信小贷" };
  await admin.post("/api/app/config/edit", { type: "JICHU", data });
  await makeColleague(admin, "yuangong_jia", "客服");
  await page.reload();
  await steps.getByText("8 / 9").waitFor();
  const two = steps.getByRole("listitem").filter({ hasText: "双人放款" });
  await two.getByRole("checkbox", { name: "已处理" }).click();
  await steps.waitFor({ state: "detached" });
});

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

it("takes what comes in from the desk, and shows where it went", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const project = await addProduct(admin);
  const { id, bianhao } = await lend(
    admin,
    project,
    await addBorrower(admin, "周五", "13800000005"),
    3,
  );
  const bill = await admin.get<{ huankuanJihuaList: { riqi: string }[] }>(
    `/api/app/dingdan/huankuanXiangqing/${id}`,
  );
  await stage.moveTo(`${bill.huankuanJihuaList[0]?.riqi}T09:00:00`);
  const page = await stage.open();
  await signIn(page);
  const due = pane(page).getByRole("region", { name: "近七日应还" });
  const row = due.getByRole("row").filter({ hasText: bianhao });
  await row.getByRole("button", { name: "确认还款" }).click();
  await sayPaid(page, verb(page, "确认还款"));
  await decide(verb(page, "确认还款"), "确认到账");
  await expect.poll(() => row.count()).toBe(0);
  const today = pane(page).getByRole("region", { name: "今日" });
  const received = today.locator("div").filter({ hasText: "今日回款" }).locator(".figure");
  await expect.poll(() => received.innerText()).not.toBe("0.00");

  // The charts, each with its table; a place of a chart leads to what is behind it.
  const charts = pane(page).getByRole("region", { name: "图表" });
  const trend = charts.getByRole("figure", { name: "放款与回款（元）" });
  await trend.locator("svg").waitFor();
  // The page scrolls in its pane; the window beside it has nothing to scroll.
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(beyond).toBe(0);
  await trend.getByRole("button", { name: "看表格" }).click();
  await trend
    .getByRole("row")
    .filter({ hasText: bill.huankuanJihuaList[0]?.riqi ?? "" })
    .waitFor();
  await shoot(page, "home-charts");
  await trend.getByRole("button", { name: "看图" }).click();
  await trend.locator("svg").scrollIntoViewIfNeeded();
  const box = await trend.locator("svg").boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.click(box.x + box.width - 24, box.y + box.height / 2);
  await expectHash(page, /\/liushui\?createTimeBegin=/);
});

it("follows who is late, and reads what is announced, without leaving the desk", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const project = await addProduct(admin);
  const borrower = await addBorrower(admin, "吴迟", "13800000006");
  const { id, bianhao } = await lend(admin, project, borrower, 3);
  const bill = await admin.get<{ huankuanJihuaList: { riqi: string }[] }>(
    `/api/app/dingdan/huankuanXiangqing/${id}`,
  );
  await admin.post("/api/app/gonggao/add", {
    biaoti: "国庆放假安排",
    type: "XITONG",
    neirong: "<p>放假期间照常还款</p>",
    state: "YIFABU",
  });
  await stage.moveTo(`${bill.huankuanJihuaList[1]?.riqi}T09:00:00`);
  const page = await stage.open();
  await signIn(page);

  const late = pane(page).getByRole("region", { name: "逾期", exact: true });
  await late
    .getByRole("row")
    .filter({ hasText: bianhao })
    .getByRole("button", { name: "跟进" })
    .click();
  const form = page.getByRole("dialog", { name: "新增跟进：吴迟" });
  await form.waitFor();
  await shoot(page, "home-follow");
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });

  const announced = pane(page).getByRole("region", { name: "公告" });
  await announced.getByRole("button", { name: "国庆放假安排" }).click();
  const text = page.getByRole("dialog", { name: "国庆放假安排" });
  await text.locator("iframe").contentFrame().getByText("放假期间照常还款").waitFor();
  await shoot(page, "home-announcement");
});
