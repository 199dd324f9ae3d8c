import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { getToken, placeholderUser, useSession } from "@/lib/session";
import { answer, at, envelope, server } from "@/test/server";
import LoginPage from "./LoginPage";

const page = (isKept: boolean) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter initialEntries={["/login"]}>
      <LoginPage isKept={isKept} />
    </MemoryRouter>
  </QueryClientProvider>
);

let show: (isKept: boolean) => void;

beforeEach(() => {
  answer("/api/sys/login/gongsi", { gongsiMingcheng: "诚信小贷" });
  const { rerender } = render(page(false));
  show = (isKept) => rerender(page(isKept));
});

it("shows whose office it is", async () => {
  expect(await screen.findByRole("heading", { name: "诚信小贷" })).toBeInTheDocument();
  await expect.poll(() => document.title).toBe("登录 - 诚信小贷");
});

it("says that a form waits for whoever was signed out in the middle of it", () => {
  expect(screen.queryByRole("status")).toBeNull();
  show(true);
  expect(screen.getByRole("status")).toHaveTextContent(/还留着.*原来的账号重新登录就会回来/);
});

async function submit(name: string, password: string) {
  await userEvent.clear(screen.getByLabelText("账号"));
  await userEvent.type(screen.getByLabelText("账号"), name);
  await userEvent.clear(screen.getByLabelText("密码"));
  await userEvent.type(screen.getByLabelText("密码"), `${password}{Enter}`);
}

/** Whether a captcha is asked for, as the server tells the page. */
function captchas(isYzm: boolean) {
  const picture = { yzmId: "y1", tupian: "data:image/png;base64,AA==" };
  server.use(
    http.get(at("/api/sys/login/yzm"), ({ request }) => {
      const isQuestion = new URL(request.url).searchParams.has("loginName");
      return envelope(isYzm || !isQuestion ? { isYzm, ...picture } : { isYzm });
    }),
  );
}

it("keeps token and user after a good sign-in", async () => {
  captchas(false);
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

it("shows the refusal beside the form and as a toast, and asks for a captcha when told to", async () => {
  const warned = vi.spyOn(toast, "warning");
  captchas(false);
  answer("/api/sys/login/login", { isYzm: false }, 2002, "账号或密码错误");
  await submit("zhangsan", "wrong");
  expect(await screen.findByText("账号或密码错误")).toBeInTheDocument();
  expect(warned).toHaveBeenCalledWith("账号或密码错误");
  expect(screen.queryByLabelText("验证码")).toBeNull();

  answer("/api/sys/login/login", { isYzm: true }, 2002, "账号或密码错误");
  await submit("zhangsan", "wrong");
  expect(await screen.findByLabelText("验证码")).toBeInTheDocument();
  expect(getToken()).toBeNull();
});

it("asks for the captcha before the try, not after", async () => {
  captchas(true);
  const tries: unknown[] = [];
  server.use(
    http.post(at("/api/sys/login/login"), async ({ request }) => {
      tries.push(await request.json());
      return envelope({ token: "t1", isGaimi: false, user: placeholderUser });
    }),
  );
  await userEvent.type(screen.getByLabelText("账号"), "lisi");
  await userEvent.tab();
  expect(await screen.findByLabelText("验证码")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("密码"), "secret{Enter}");
  expect(await screen.findByText("请输入验证码")).toBeInTheDocument();
  expect(tries).toEqual([]);
  await userEvent.type(screen.getByLabelText("验证码"), "k7mx{Enter}");
  await expect.poll(getToken).toBe("t1");
  expect(tries).toEqual([{ loginName: "lisi", password: "secret", yzmId: "y1", yzm: "k7mx" }]);
});

it("holds a try back when a colleague failed after the name was typed", async () => {
  captchas(false);
  let tries = 0;
  server.use(
    http.post(at("/api/sys/login/login"), () => {
      tries += 1;
      return envelope({ isYzm: true }, 2002, "账号或密码错误");
    }),
  );
  await userEvent.type(screen.getByLabelText("账号"), "lisi");
  await userEvent.tab();
  captchas(true);
  await userEvent.type(screen.getByLabelText("密码"), "secret{Enter}");
  expect(await screen.findByLabelText("验证码")).toBeInTheDocument();
  expect(tries).toBe(0);
});
