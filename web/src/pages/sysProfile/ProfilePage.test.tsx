import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import ProfilePage from "./ProfilePage";

it("keeps what was typed when another of its tabs is looked at", async () => {
  showPage(<ProfilePage />, []);
  await userEvent.type(await screen.findByLabelText("昵称"), "半个名字");
  await userEvent.click(screen.getByRole("tab", { name: "修改密码" }));
  await userEvent.type(screen.getByLabelText("原密码"), "Jiu-mima-2025");
  await userEvent.click(screen.getByRole("tab", { name: "基本资料" }));
  expect(screen.getByLabelText("昵称")).toHaveDisplayValue(/半个名字$/);
  await userEvent.click(screen.getByRole("tab", { name: "修改密码" }));
  expect(screen.getByLabelText("原密码")).toHaveValue("Jiu-mima-2025");
});
