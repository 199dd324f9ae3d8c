import { expect, it } from "vitest";
import { Api, makeUser } from "../support/api";
import {
  expectHash,
  jump,
  pane,
  signIn,
  submitLogin,
  tabNames,
  useStage,
} from "../support/browser";

const stage = useStage();

it("a role changed in one browser reaches a signed-in person in the other", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "liangge", ["公告", "还款记录"]);
  const page = await stage.open();
  await signIn(page, user.loginName, user.password);
  await jump(page, "公告");
  await jump(page, "还款记录");
  await jump(page, "个人中心");
  await expect.poll(() => tabNames(page)).toEqual(["首页", "公告", "还款记录", "个人中心"]);

  const other = await stage.open();
  await signIn(other);
  await jump(other, "角色管理");
  const row = pane(other).getByRole("row", { name: /角色liangge/ });
  await row.getByRole("button", { name: "修改" }).click();
  const dialog = other.getByRole("dialog");
  const node = dialog.locator(".ant-tree-treenode", { hasText: /^公告$/ });
  await node.locator(".ant-tree-checkbox").click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.bringToFront();
  await page.getByRole("tab", { name: "登录设备" }).click();
  await expect.poll(() => tabNames(page)).toEqual(["首页", "还款记录", "个人中心"]);
  await page.goto("/#/gonggao");
  await page.getByRole("heading", { name: "打不开这个页面" }).waitFor();
});

it("a person without any menu is told whom to ask, and is not sent in circles", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const user = await makeUser(admin, "kongkong", []);
  const page = await stage.open();
  await signIn(page, user.loginName, user.password);
  await expectHash(page, "/index");
  await page.getByRole("heading", { name: "还没有可用的菜单" }).waitFor();
});

it("a generated password has to be changed before anything else", async () => {
  const admin = await Api.signedIn(stage.server.url);
  const roles = await admin.get<{ id: number }[]>("/api/sys/role/findAllByList");
  const user = await admin.post<{ password: string }>("/api/sys/user/add", {
    loginName: "xinren",
    nickName: "新人",
    roleIds: [roles[0]?.id],
  });
  const page = await stage.open();
  await page.goto("/");
  await submitLogin(page, "xinren", user.password);
  await expectHash(page, "/sysProfile");
  await page.getByText("请先修改密码").waitFor();
  await page.goto("/#/index");
  await expectHash(page, "/sysProfile");
  await page.getByLabel("原密码").fill(user.password);
  await page.getByLabel("新密码", { exact: true }).fill("Mima-zijide-2026");
  await page.getByLabel("确认新密码").fill("Mima-zijide-2026");
  await page.getByRole("button", { name: "修改密码" }).click();
  await page.getByText("密码已修改").waitFor();
  await expectHash(page, "/index");
  await page.getByRole("heading", { name: "新人" }).waitFor();
});
