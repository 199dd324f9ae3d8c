import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { OpenersContext, type Openers } from "@/crud/detail/openers";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import RevealLogPage from "./RevealLogPage";

const line = {
  id: 1,
  ziyuan: "app/user",
  mubiaoId: 150,
  ziduan: "phone",
  yuanyin: "核对回访",
  ip: "10.0.0.1",
  createTime: "2026-11-15 20:57:15",
  createBy: 4,
  createByShow: "赵客服",
};

const open = vi.fn();
const OPENERS = { "app/user": open };
const NONE = {};

beforeEach(() => open.mockClear());

async function shownRow(shown: typeof line, permissions: string[], opens = OPENERS as Openers) {
  answer("/api/app/mingan/jilu/findAllByPage", { records: [shown], total: 1 });
  const page = (
    <OpenersContext.Provider value={opens}>
      <RevealLogPage />
    </OpenersContext.Provider>
  );
  showPage(page, ["app:mingan:jilu:list", ...permissions]);
  return (await screen.findByText("核对回访")).closest("tr") as HTMLElement;
}

it("says who looked at which field of what, in words, and opens the customer", async () => {
  const row = await shownRow(line, []);
  for (const words of ["赵客服", "客户", "手机号"])
    expect(within(row).getByText(words)).toBeInTheDocument();
  await userEvent.click(within(row).getByRole("button", { name: "打开客户 150" }));
  expect(open).toHaveBeenCalledWith(150);
});

it.each([
  ["app/user/tongxunlu", "*", "整份"],
  ["app/user", "fuben", "资料副本"],
])("opens the customer of whom all of %s was looked at", async (ziyuan, ziduan, words) => {
  const row = await shownRow({ ...line, ziyuan, ziduan }, []);
  expect(within(row).getByText(words)).toBeInTheDocument();
  await userEvent.click(within(row).getByRole("button", { name: "打开客户 150" }));
  expect(open).toHaveBeenCalledWith(150);
});

it("opens any other record as its list shows it", async () => {
  const account = { id: 150, userId: 7, userShow: "黄海燕", zhanghao: "6222****2230" };
  answer("/api/app/user/shoukuan/findById/150", account);
  const shown = { ...line, ziyuan: "app/user/shoukuan", ziduan: "zhanghao" };
  const row = await shownRow(shown, ["app:user:shoukuan:query"]);
  await userEvent.click(within(row).getByRole("button", { name: "打开收款账户 150" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("黄海燕")).toBeInTheDocument();
  expect(within(dialog).getByText("6222****2230")).toBeInTheDocument();
});

it("offers no way into a record that the person may not see", async () => {
  const row = await shownRow(line, [], NONE);
  expect(within(row).getByText("150")).toBeInTheDocument();
  expect(within(row).queryByRole("button", { name: "打开客户 150" })).not.toBeInTheDocument();
});
