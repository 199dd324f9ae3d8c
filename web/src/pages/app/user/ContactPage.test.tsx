import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer, at, envelope, server } from "@/test/server";
import ContactPage from "./ContactPage";

const may = ["app:user:tongxunlu:list", "app:user:tongxunlu:import", "app:user:list"];

it("asks nothing of the server before a customer is chosen", async () => {
  answer("/api/app/user/findAllByPage", { records: [], total: 0 });
  showPage(<ContactPage />, may);
  expect(await screen.findByText("请先在上方选择客户，每次查看一位")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /导\s*入/ })).toHaveAttribute(
    "title",
    "先选择要导入给谁",
  );
});

it("brings a sheet in for the customer who is looked at", async () => {
  answer("/api/app/user/findAllByPage", { records: [{ id: 7, nickName: "周明" }], total: 1 });
  const contact = { id: 3, userId: 7, name: "王**", phone: "137****2222", isJinji: false };
  answer("/api/app/user/tongxunlu/findAllByPage", { records: [contact], total: 1 });
  const whose: (string | null)[] = [];
  server.use(
    http.post(at("/api/app/user/tongxunlu/import"), ({ request }) => {
      whose.push(new URL(request.url).searchParams.get("userId"));
      return envelope({ text: "", zongshu: 1, chenggong: 1, shibai: 0, cuowu: [] });
    }),
  );
  showPage(<ContactPage />, may, "?userId=7");
  expect(await screen.findByText("137****2222")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /导\s*入/ }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.upload(
    within(dialog).getByLabelText("选择导入文件"),
    new File(["x"], "通讯录.xlsx"),
  );
  await userEvent.click(within(dialog).getByRole("button", { name: /检\s*查/ }));
  await waitFor(() => expect(whose).toEqual(["7"]));
});
