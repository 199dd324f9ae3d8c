import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { placeholderUser, setUser } from "../lib/session";
import { at, envelope, server } from "../test/server";
import { MaskedValue, REVEAL_MS } from "./MaskedValue";

const allow = (...permissionList: string[]) => setUser({ ...placeholderUser, permissionList });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

it("asks the server for one value and hides it again after thirty seconds", async () => {
  allow("app:mingan:chakan");
  let body: unknown;
  server.use(
    http.post(at("/api/app/mingan/chakan"), async ({ request }) => {
      body = await request.json();
      return envelope({ zhi: "13800138000" });
    }),
  );
  render(<MaskedValue resource="sys/user" id={7} field="phone" masked="138****8000" />);
  await userEvent.click(screen.getByRole("button", { name: "查看完整内容" }));
  expect(await screen.findByText("13800138000")).toBeInTheDocument();
  expect(body).toMatchObject({ ziyuan: "sys/user", id: 7, ziduan: "phone" });
  act(() => vi.advanceTimersByTime(REVEAL_MS));
  expect(screen.getByText("138****8000")).toBeInTheDocument();
});

it("offers no eye without the right, nor for a value that hides nothing", () => {
  allow();
  render(<MaskedValue resource="sys/user" id={7} field="phone" masked="138****8000" />);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  allow("app:mingan:chakan");
  render(<MaskedValue resource="sys/user" id={7} field="phone" masked="无" />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
});
