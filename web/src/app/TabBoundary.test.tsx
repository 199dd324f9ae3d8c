import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { TabBoundary } from "./TabBoundary";

function Broken(): never {
  throw new Error("数据格式不对");
}

it("one broken page leaves the others alone and can be opened anew", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const retry = vi.fn();
  render(
    <>
      <TabBoundary onRetry={retry}>
        <Broken />
      </TabBoundary>
      <TabBoundary onRetry={retry}>另一页</TabBoundary>
    </>,
  );
  expect(screen.getByText(/数据格式不对/)).toBeInTheDocument();
  expect(screen.getByText("另一页")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "重新打开" }));
  expect(retry).toHaveBeenCalledOnce();
});
