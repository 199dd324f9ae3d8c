import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { getToken, placeholderUser, useSession } from "../../lib/session";
import { answer } from "../../test/server";
import LoginPage from "./LoginPage";

beforeEach(() => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/login"]}>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});

async function submit(name: string, password: string) {
  await userEvent.clear(screen.getByLabelText("账号"));
  await userEvent.type(screen.getByLabelText("账号"), name);
  await userEvent.clear(screen.getByLabelText("密码"));
  await userEvent.type(screen.getByLabelText("密码"), `${password}{Enter}`);
}

it("keeps token and user after a good sign-in", async () => {
  answer("/api/sys/login/login", {
    token: "t1",
    guoqiTime: "2026-03-01 21:00:00",
    isGaimi: true,
    user: { ...placeholderUser, nickName: "张三" },
  });
  await submit("zhangsan", "secret");
  await expect.poll(getToken).toBe("t1");
  expect(useSession.getState().user).toMatchObject({ nickName: "张三", isGaimi: true });
});

it("shows the refusal beside the form and asks for a captcha when told to", async () => {
  answer("/api/sys/login/yzm", { yzmId: "y1", tupian: "data:image/png;base64,AA==" });
  answer("/api/sys/login/login", { isYzm: false }, 2002, "账号或密码错误");
  await submit("zhangsan", "wrong");
  expect(await screen.findByText("账号或密码错误")).toBeInTheDocument();
  expect(screen.queryByLabelText("验证码")).toBeNull();

  answer("/api/sys/login/login", { isYzm: true }, 2002, "账号或密码错误");
  await submit("zhangsan", "wrong");
  expect(await screen.findByLabelText("验证码")).toBeInTheDocument();
  expect(getToken()).toBeNull();
});
