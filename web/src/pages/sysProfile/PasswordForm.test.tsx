import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import { PasswordForm } from "./PasswordForm";

it("says the rules before it fails, and the server's objection at its field", async () => {
  const complaint = "密码过于常见，请换一个";
  answer("/api/sys/user/edit/password", { fields: { newPassword: complaint } }, 2001, complaint);
  showPage(<PasswordForm />, []);
  expect(screen.getByText(/至少 8 位，包含大写字母/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("原密码"), "Jiu-mima-2025");
  await userEvent.type(screen.getByLabelText("新密码"), "Password-1");
  await userEvent.type(screen.getByLabelText("确认新密码"), "Password-1");
  await userEvent.click(screen.getByRole("button", { name: "修改密码" }));
  const field = screen.getByLabelText("新密码").closest(".ant-form-item") as HTMLElement;
  expect(await screen.findAllByText(complaint)).not.toHaveLength(0);
  expect(field).toHaveTextContent(complaint);
});
