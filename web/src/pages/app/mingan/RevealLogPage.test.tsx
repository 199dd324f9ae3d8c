import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
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

async function shownRow(permissions: string[]) {
  answer("/api/app/mingan/jilu/findAllByPage", { records: [line], total: 1 });
  showPage(<RevealLogPage />, ["app:mingan:jilu:list", ...permissions]);
  return (await screen.findByText("核对回访")).closest("tr") as HTMLElement;
}

it("says who looked at which field of what, in words, and opens the record", async () => {
  answer("/api/app/user/findById/150", { id: 150, nickName: "黄海燕", phone: "130****5550" });
  const row = await shownRow(["app:user:query"]);
  for (const words of ["赵客服", "客户", "手机"])
    expect(within(row).getByText(words)).toBeInTheDocument();
  await userEvent.click(within(row).getByRole("button", { name: "打开客户 150" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("黄海燕")).toBeInTheDocument();
  expect(within(dialog).getByText("130****5550")).toBeInTheDocument();
});

it("offers no way into a record that the person may not see", async () => {
  const row = await shownRow([]);
  expect(within(row).getByText("150")).toBeInTheDocument();
  expect(within(row).queryByRole("button", { name: "打开客户 150" })).not.toBeInTheDocument();
});
