import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { FeedbackHost } from "@/lib/feedback";
import { SwitchCell } from "./SwitchCell";

function show(onChange: (value: unknown) => Promise<void>) {
  render(
    <>
      <SwitchCell
        value="QIYONG"
        activeValue="QIYONG"
        inactiveValue="TINGYONG"
        label="状态"
        name="苹果"
        onChange={onChange}
      />
      <FeedbackHost />
    </>,
  );
  return screen.getByRole("switch", { name: "状态" });
}

describe("a switch column", () => {
  it("asks 确定更改状态? under 提示 and reverts on cancel", async () => {
    const onChange = vi.fn(async () => {});
    const control = show(onChange);
    await userEvent.click(control);
    expect(control).not.toBeChecked();
    expect(await screen.findByText("确定更改状态?")).toBeInTheDocument();
    expect(screen.getByText("提示")).toBeInTheDocument();
    expect(screen.getByText("苹果")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /取\s*消/ }));
    expect(control).toBeChecked();
    expect(onChange).not.toHaveBeenCalled();
  });

  it("emits the other value when the person agrees", async () => {
    const onChange = vi.fn(async () => {});
    await userEvent.click(show(onChange));
    await userEvent.click(await screen.findByRole("button", { name: /确\s*定/ }));
    expect(onChange).toHaveBeenCalledWith("TINGYONG");
  });

  it("moves back when the server refuses", async () => {
    const control = show(async () => {
      throw new Error("refused");
    });
    await userEvent.click(control);
    await userEvent.click(await screen.findByRole("button", { name: /确\s*定/ }));
    await waitFor(() => expect(control).toBeChecked());
  });
});
