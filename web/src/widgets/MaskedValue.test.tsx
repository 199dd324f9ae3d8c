import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { placeholderUser, setUser } from "@/lib/session";
import { at, envelope, server } from "@/test/server";
import "@/test/stillLayout";
import { MaskedValue, REVEAL_MS } from "./MaskedValue";

const allow = (...permissionList: string[]) => setUser({ ...placeholderUser, permissionList });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Answers every reveal; what was sent is kept. */
function serve(): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post(at("/api/app/mingan/chakan"), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return envelope({ zhi: "13800138000" });
    }),
  );
  return sent;
}

const phone = (
  <MaskedValue resource="sys/user" id={7} field="phone" label="手机号" masked="138****8000" />
);
const openEye = () => userEvent.click(screen.getByRole("button", { name: "查看完整手机号" }));

it("asks the server for one value and hides it again after thirty seconds", async () => {
  allow("app:mingan:chakan");
  const sent = serve();
  render(phone);
  await openEye();
  await userEvent.click(await screen.findByRole("button", { name: "核对身份" }));
  expect(await screen.findByText("13800138000")).toBeInTheDocument();
  expect(sent).toEqual([{ ziyuan: "sys/user", id: 7, ziduan: "phone", yuanyin: "核对身份" }]);
  expect(screen.getByRole("button", { name: "复制手机号" })).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(REVEAL_MS));
  expect(screen.getByText("138****8000")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "复制手机号" })).not.toBeInTheDocument();
});

it("shows nothing without a reason and offers the last one again", async () => {
  allow("app:mingan:chakan");
  const sent = serve();
  render(phone);
  await openEye();
  await userEvent.type(await screen.findByLabelText("查看原因"), "  {Enter}");
  expect(await screen.findByText("请填写查看原因")).toBeInTheDocument();
  expect(sent).toHaveLength(0);
  await userEvent.type(screen.getByLabelText("查看原因"), "回访{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "隐藏手机号" }));
  await openEye();
  expect(await screen.findByLabelText("查看原因")).toHaveValue("回访");
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("button", { name: "隐藏手机号" });
  expect(sent.map(({ yuanyin }) => yuanyin)).toEqual(["回访", "回访"]);
});

it("Esc closes the question and gives the focus back to the eye", async () => {
  allow("app:mingan:chakan");
  const sent = serve();
  render(phone);
  await openEye();
  await screen.findByLabelText("查看原因");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByLabelText("查看原因")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "查看完整手机号" })).toHaveFocus();
  expect(sent).toHaveLength(0);
});

it("offers no eye without the right, nor for a value that hides nothing", () => {
  allow();
  render(
    <MaskedValue resource="sys/user" id={7} field="phone" label="手机号" masked="138****8000" />,
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  allow("app:mingan:chakan");
  render(<MaskedValue resource="sys/user" id={7} field="phone" label="手机号" masked="无" />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
});
