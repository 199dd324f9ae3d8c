import { expect, it } from "vitest";
import { Api } from "../support/api";
import { pane, shoot, signIn, useStage } from "../support/browser";
import { dialog, rowWith } from "../support/gonggao";
import { addBorrower, addProduct, apply } from "../support/loans";

const stage = useStage();

const save = (form: ReturnType<typeof dialog>) =>
  form.getByRole("button", { name: /^保\s*存$/ }).click();

it("publishes a contract, fills it in with an order, and the order keeps its version", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/hetong");
  await pane(page).getByRole("button", { name: "新增" }).first().click();
  const form = dialog(page);
  await form.getByLabel("名称", { exact: true }).fill("借款合同");
  await form.getByLabel("编码").fill("JKHT");
  await form.getByLabel("合同类型").click();
  await page.getByTitle("借款合同", { exact: true }).click();
  await form.getByRole("region", { name: "可用变量" }).getByText("{{jiekuanDaxie}}").waitFor();
  await form.locator(".ProseMirror").fill("借款 {{jiekuanJine}} 元（{{daxie}}）");
  await save(form);
  await form.getByText(/“\{\{daxie\}\}”无法识别/).waitFor();
  await form.locator(".ProseMirror").fill("借款 {{jiekuanJine}} 元（{{jiekuanDaxie}}）");
  await form.getByText("已发布", { exact: true }).click();
  await shoot(page, "contract-form");
  await save(form);
  await rowWith(page, "借款合同").getByText("第 1 版").waitFor();

  const { records } = await admin.get<{ records: { id: number }[] }>(
    "/api/app/hetong/findAllByPage?current=1&size=10",
  );
  const id = records[0]?.id ?? 0;
  const projectId = await addProduct(admin, "极速贷", { hetongIds: [id] });
  await apply(admin, projectId, await addBorrower(admin, "赵一鸣", "13800000001"));
  await admin.post("/api/app/hetong/edit", { id, neirong: "<p>第二版</p>" });

  await page.reload();
  await rowWith(page, "借款合同").getByText("第 2 版").waitFor();
  await rowWith(page, "借款合同").getByRole("button", { name: "预览" }).click();
  const paper = dialog(page).frameLocator("iframe");
  await paper.getByText("第二版").waitFor();
  await dialog(page).getByLabel("版本").click();
  await page.getByTitle(/第 1 版/).click();
  await paper.getByText("借款 〔借款金额(元)〕 元").waitFor();
  await dialog(page).getByLabel("订单").click();
  await page.getByTitle(/^D\d+$/).click();
  await paper.getByText(/借款 [\d,]+\.00 元（.+元整）/).waitFor();
  await shoot(page, "contract-preview");
  await dialog(page)
    .getByRole("button", { name: "关 闭" })
    .or(dialog(page).getByText("关闭"))
    .first()
    .click();

  await page.goto("/#/dingdan");
  await rowWith(page, "赵一鸣").getByRole("button", { name: "详情" }).click();
  await dialog(page).getByRole("tab", { name: "合同" }).click();
  await dialog(page).getByText("借款合同（第 1 版）").waitFor();
  const signed = dialog(page).frameLocator("iframe");
  await signed.getByText(/借款 [\d,]+\.00 元（.+元整）/).waitFor();
  const printed = dialog(page)
    .locator("iframe")
    .evaluate(
      (frame: HTMLIFrameElement) =>
        new Promise((done) =>
          frame.contentWindow?.addEventListener("beforeprint", () => done(true)),
        ),
    );
  await dialog(page)
    .getByRole("button", { name: /打\s*印/ })
    .click();
  expect(await printed).toBe(true);
  await shoot(page, "contract-order");
});
