import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import LogPage from "./LogPage";

it("shows the result second and archives instead of deleting", async () => {
  const line = {
    id: 1,
    mokuai: "登录",
    miaoshu: "登录失败",
    nickName: "管理员",
    state: "SHIBAI",
    createTime: "2026-11-15 20:57:15",
  };
  answer("/api/sys/log/findAllByPage", { records: [line], total: 1 });
  showPage(<LogPage />, ["sys:log:list", "sys:log:query", "sys:log:del"]);
  const row = (await screen.findByText("登录")).closest("tr") as HTMLElement;
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads.filter(Boolean).slice(0, 2)).toEqual(["创建时间", "结果"]);
  expect(within(row).queryByRole("button", { name: "删除" })).not.toBeInTheDocument();
  await userEvent.click(within(row).getByRole("button", { name: "归档" }));
  const question = await screen.findByRole("dialog");
  expect(within(question).getByText("确认要归档吗？")).toBeInTheDocument();
  expect(question).toHaveTextContent("2026-11-15 20:57:15 登录失败");
  expect(question).not.toHaveTextContent("管理员");
});
