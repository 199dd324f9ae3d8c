import { expect, it } from "vitest";
import { Api } from "../support/api";
import { shoot, signIn, useStage } from "../support/browser";
import { rowWith } from "../support/gonggao";
import { addCustomer } from "../support/loans";

const stage = useStage({
  prepare: (admin) => addCustomer(admin, "张三", "13812345678"),
});

it("a masked phone is revealed by its eye, and the access is written down", async () => {
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/user");
  const row = rowWith(page, "张三");
  await row.getByText("138****5678").waitFor();
  await row.getByRole("button", { name: "查看完整手机号" }).click();
  await page.getByLabel("查看原因").fill("核对回访号码");
  await page.getByLabel("查看原因").press("Enter");
  await row.getByText("13812345678").waitFor();
  await shoot(page, "revealed");
  await row.getByRole("button", { name: "隐藏" }).click();
  await row.getByText("138****5678").waitFor();

  await page.goto("/#/mingan/jilu");
  const line = rowWith(page, "核对回访号码");
  for (const words of ["管理员", "客户", "手机号"])
    await line.getByText(words, { exact: true }).waitFor();
  await line.getByRole("button", { name: /^打开客户/ }).click();
  await page.getByRole("dialog").getByText("张三").waitFor();
});

it("a form leaves a masked value alone unless it is replaced as a whole", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const page = await stage.open();
  await signIn(page);
  await page.goto("/#/user");
  await rowWith(page, "张三").getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "修改" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("手机号").fill("139****0000");
  await form.getByRole("button", { name: /保\s*存/ }).click();
  await form.getByText("请填写完整内容，或保持原样").waitFor();
  await form.getByLabel("手机号").fill("13900000000");
  await form.getByRole("button", { name: /保\s*存/ }).click();
  await rowWith(page, "139****0000").waitFor();
  const { records } = await admin.get<{ records: { id: number }[] }>(
    "/api/app/user/findAllByPage?phone=13900000000",
  );
  expect(records).toHaveLength(1);
});
