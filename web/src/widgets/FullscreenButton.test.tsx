import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import "@/test/stillLayout";
import { toast } from "@/lib/feedback";
import { FullscreenButton } from "./FullscreenButton";

const setEnabled = (isEnabled: boolean) =>
  Object.defineProperty(document, "fullscreenEnabled", { value: isEnabled, configurable: true });

afterEach(() => Reflect.deleteProperty(document, "fullscreenEnabled"));

it("asks for the whole screen", async () => {
  setEnabled(true);
  const request = vi.fn(async () => {});
  document.documentElement.requestFullscreen = request;
  render(<FullscreenButton />);
  await userEvent.click(screen.getByRole("button", { name: "全屏" }));
  expect(request).toHaveBeenCalledOnce();
});

it("says so where the browser has none", async () => {
  setEnabled(false);
  const warning = vi.spyOn(toast, "warning").mockImplementation(() => {});
  render(<FullscreenButton />);
  await userEvent.click(screen.getByRole("button", { name: "全屏" }));
  expect(warning).toHaveBeenCalledWith("你的浏览器不支持全屏");
});
