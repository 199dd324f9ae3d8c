import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import { expectHash, jump, pane, shoot, signIn, useStage, workday } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, lend, type Applied, type Borrower } from "../support/loans";
import { ledgerRows } from "../support/orderScreens";
import { settled } from "../support/pages";
import { workbook } from "../support/xlsx";

let admin: Api;
let borrower: Borrower;
let order: Applied;
const stage = useStage({
  clock: workday,
  prepare: async (signedIn) => {
    admin = signedIn;
    const product = await addProduct(admin);
    borrower = await addBorrower(admin, "周明", "13800000021");
    order = await lend(admin, product, borrower);
    await admin.post("/api/app/user/jibenxinxi/add", {
      userId: borrower.id,
      jiaoyu: "BENKE",
      hunyin: "YIHUN",
      gongsimingcheng: "杭州某某有限公司",
      xiangxidizhi: "文三路一百二十八号三单元",
      zhimaxinyongfen: 688,
    });
    await admin.post("/api/app/user/genjin/add", {
      userId: borrower.id,
      fangshi: "DIANHUA",
      jieguo: "CHENGNUO",
      neirong: "承诺周五还款",
    });
  },
});

/** A picture of one point. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** How often contacts were opened, by the record of such openings. */
async function openings(): Promise<number> {
  const path = "/api/app/mingan/jilu/findAllByPage?ziyuan=app/user/tongxunlu";
  return (await admin.get<{ total: number }>(path)).total;
}

async function open(page: Page): Promise<Locator> {
  await page.goto("/#/user");
  await rowWith(page, "周明").getByRole("button", { name: "周明" }).click();
  const customer = page.getByRole("dialog", { name: /周明 男 138\*\*\*\*0021/ });
  await customer.waitFor();
  return customer;
}

/** Chooses a sheet in the dialog that is open, has it checked, and imports it. */
async function bringIn(page: Page, rows: string[][]) {
  const importing = page.getByRole("dialog").filter({ hasText: "仅允许导入xls、xlsx格式文件。" });
  await importing.locator("input[type=file]").setInputFiles({
    name: "名单.xlsx",
    mimeType: "application/octet-stream",
    buffer: workbook(rows),
  });
  await importing.getByRole("button", { name: /检\s*查/ }).click();
  await importing.getByRole("button", { name: "开始导入" }).click();
  await importing.getByRole("button", { name: /完\s*成/ }).click();
}

const turn = (customer: Locator, name: string) =>
  customer.getByRole("tab", { name, exact: true }).click();

it("shows a customer whole, tab by tab", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await customer.getByText("688").first().waitFor();
  await customer.getByText("杭州某某有限公司").waitFor();
  await customer.getByText("文三路一百二*", { exact: false }).waitFor();
  expect(await customer.locator(".ant-modal-footer").count()).toBe(0);
  await shoot(page, "customer-basic");

  await turn(customer, "实名信息");
  await customer.getByText("还没有实名信息").waitFor();
  await turn(customer, "银行信息");
  await customer
    .getByText(/支付宝/)
    .first()
    .waitFor();
  await turn(customer, "通讯录");
  await customer.getByPlaceholder("请输入姓名/手机").waitFor();
  await turn(customer, "短信");
  await customer.getByText("没有短信").waitFor();
  await turn(customer, "订单");
  await customer.getByText(order.bianhao).first().waitFor();
  const due = await ledgerRows(customer, "近期应还");
  expect(due.length).toBeGreaterThan(1);
  await shoot(page, "customer-orders");
  await turn(customer, "时间线");
  await customer.getByText("电话跟进：承诺还款").waitFor();
  await shoot(page, "customer-timeline");
  await expectHash(page, `/user?shown=${borrower.id}&tab=timeline`);
  await page.keyboard.press("Escape");
  await customer.waitFor({ state: "detached" });
});

it("stays closed, however soon one goes elsewhere", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "产品列表");
  // The address follows late on a slow machine.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const customer = await open(page);
  await page.keyboard.press("Escape");
  await jump(page, "产品列表");
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await jump(page, "客户列表");
  await rowWith(page, "周明").waitFor();
  await settled(page);
  expect(await customer.count()).toBe(0);
  await expectHash(page, "/user");
});

it("takes an identity with its pictures, and keeps it while a loan rests on it", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await turn(customer, "实名信息");
  await customer.getByRole("button", { name: "提交实名" }).click();
  const form = page.getByRole("dialog", { name: "提交实名" });
  await form.getByLabel("姓名").fill("欧阳娜");
  await form.getByLabel("证件号").fill("11010519491231002X");
  for (const side of ["身份证正面", "身份证反面"])
    await form
      .locator(".ant-form-item", { hasText: side })
      .getByLabel("选择文件上传")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: DOT });
  await expect.poll(() => form.locator(".upload-tile img").count()).toBe(2);
  await form.getByRole("button", { name: /保\s*存/ }).click();
  await form.waitFor({ state: "detached" });
  await customer.getByText("欧**").waitFor();
  await customer.getByText("1***************2X").waitFor();
  await expect
    .poll(() =>
      customer
        .locator(".customer-cards img")
        .evaluateAll(
          (all) => all.filter((img) => (img as HTMLImageElement).naturalWidth > 0).length,
        ),
    )
    .toBe(2);
  await shoot(page, "customer-identity");
  await customer.getByRole("button", { name: "重置实名" }).click();
  await page.getByText("确认要重置实名吗?").waitFor();
  await dialog(page).getByRole("button", { name: "重置实名" }).click();
  await page.getByText("该客户还有未完成的订单，不能重置实名").waitFor();
  await customer.getByText("欧**").waitFor();
});

it("brings contacts in by spreadsheet and finds one of them", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await turn(customer, "通讯录");
  await customer.getByRole("button", { name: /导\s*入/ }).click();
  await bringIn(page, [
    ["姓名*", "手机号*"],
    ["王小明", "13711112222"],
    ["李雷", "13711113333"],
  ]);
  await customer.getByText("137****3333").waitFor();
  await customer.getByPlaceholder("请输入姓名/手机").fill("小明");
  await page.keyboard.press("Enter");
  await customer.getByText("137****3333").waitFor({ state: "detached" });
  await customer.getByText("137****2222").waitFor();
});

it("brings messages in on their own page, for the customer who was chosen there", async () => {
  const page = await stage.open();
  await signIn(page);
  await jump(page, "短信记录");
  const list = pane(page);
  await list.getByText("请先在上方选择客户，每次查看一位").waitFor();
  await expect.poll(() => list.getByRole("button", { name: /导\s*入/ }).isDisabled()).toBe(true);
  await page.goto(`/#/user/duanxin?userId=${borrower.id}`);
  await list.getByText("没有符合条件的数据").waitFor();
  await list.getByRole("button", { name: /导\s*入/ }).click();
  await bringIn(page, [
    ["发送号码*", "内容*", "发送时间*"],
    ["13711112222", "周五之前还上", "2026-02-27 08:00:00"],
  ]);
  await rowWith(page, "137****2222").waitFor();
});

it("gives the customer a copy of everything, for a reason that is written down", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await customer.getByRole("button", { name: /副\s*本/ }).click();
  const asking = page.getByRole("dialog", { name: "提供 周明 的资料副本" });
  const give = asking.getByRole("button", { name: "下载副本" });
  await give.click();
  await asking.getByText("请填写提供副本的原因").waitFor();
  await asking.getByLabel("提供原因").fill("本人书面申请");
  const [file] = await Promise.all([page.waitForEvent("download"), give.click()]);
  expect(file.suggestedFilename()).toMatch(/^客户.+资料副本\d{14}\.zip$/);
  const archive = await readFile(await file.path());
  for (const name of ["客户.json", "收款账户.json", "订单.json"])
    expect(archive.includes(name), name).toBe(true);
  expect(archive.includes("通讯录.json")).toBe(false);
  await asking.waitFor({ state: "detached" });
  await turn(customer, "时间线");
  await customer.getByText(/提供客户 .+ 的资料副本，原因：本人书面申请/).waitFor();
});

it("blocks a product for a customer and frees it again", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await turn(customer, "通讯录");
  await settled(page);
  const opened = await openings();
  expect(opened).toBeGreaterThan(0);
  await turn(customer, "产品");
  await customer.getByText("已借").waitFor();
  await customer.getByLabel("选择产品").click();
  await page.getByTitle("极速贷分类-极速贷").click();
  await customer.getByRole("button", { name: /新\s*增/ }).click();
  // A block is of a category: what else it blocks is said first.
  await page.getByText("“极速贷分类”下的全部产品（极速贷）").waitFor();
  await dialog(page)
    .getByRole("button", { name: /屏\s*蔽/ })
    .click();
  await customer.getByText("屏蔽", { exact: true }).waitFor();
  await shoot(page, "customer-products");
  await customer.getByRole("button", { name: "移除" }).click();
  // The question stands above the customer, where there is a button of the same name.
  await page.getByRole("dialog").nth(1).waitFor();
  await dialog(page)
    .getByRole("button", { name: /移\s*除/ })
    .click();
  await customer.getByText("屏蔽", { exact: true }).waitFor({ state: "detached" });
  // What was changed elsewhere opens nobody's contacts again.
  await settled(page);
  expect(await openings()).toBe(opened);
});

it("asks about what was typed above the form that was opened from the customer", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await customer.getByRole("button", { name: /跟\s*进/ }).click();
  const form = page.getByRole("dialog", { name: "新增跟进" });
  await form.getByLabel("内容").fill("约周五再谈");
  const question = page.getByText("有未保存的修改，确定离开吗？");
  for (const answer of ["继续填写", "不保存"]) {
    await form.getByRole("button", { name: /取\s*消/ }).click();
    await question.waitFor();
    expect(await question.count()).toBe(1);
    await page.getByRole("button", { name: answer }).click();
    await question.waitFor({ state: "detached" });
  }
  await form.waitFor({ state: "detached" });
  await customer.waitFor();
});

it("takes twenty credit files and hides the control then", async () => {
  const page = await stage.open();
  await signIn(page);
  const customer = await open(page);
  await turn(customer, "信用");
  const files = Array.from({ length: 20 }, (_, at) => ({
    name: `${at}.png`,
    mimeType: "image/png",
    buffer: DOT,
  }));
  await customer.getByLabel("选择文件上传").setInputFiles(files);
  await customer.getByLabel("选择文件上传").waitFor({ state: "detached" });
  await expect.poll(() => customer.locator(".upload-tile img").count()).toBe(20);
  await customer.getByLabel("用过的手机号").fill("13755556666");
  await customer.getByLabel("用过的手机号").press("Enter");
  await customer.getByRole("button", { name: "保存信用信息" }).click();
  await customer.getByText("137****6666").first().waitFor();
  await shoot(page, "customer-credit");
});

it("assigns several customers at once, and shows what may be done to one's own alone", async () => {
  const clerk = await makeUser(admin, "kefu_yi", ["客户列表"], "MENDIAN");
  const name = "员工kefu_yi";
  await admin.post("/api/sys/user/edit", { id: clerk.id, mendian: "ZONGDIAN" });
  const page = await stage.open();
  await signIn(page, clerk.loginName, clerk.password);
  const customer = await open(page);
  await customer.getByText("订单").first().waitFor();
  expect(await customer.getByRole("button", { name: /修\s*改/ }).count()).toBe(0);
  expect(await customer.getByRole("button", { name: /删\s*除/ }).count()).toBe(0);
  await page.keyboard.press("Escape");

  const boss = await stage.open();
  await signIn(boss);
  await boss.goto("/#/user");
  await rowWith(boss, "周明").getByRole("checkbox").check();
  await boss.getByRole("button", { name: "批量分配" }).click();
  await dialog(boss).getByLabel("归属人").click();
  await boss.getByTitle(name).click();
  await dialog(boss)
    .getByRole("button", { name: /分\s*配/ })
    .click();
  await rowWith(boss, "周明").getByText(name).waitFor();

  await page.reload();
  const own = await open(page);
  await own.getByRole("button", { name: /修\s*改/ }).waitFor();
});
