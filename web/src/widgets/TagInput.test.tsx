import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { TagInput } from "./TagInput";

describe("the tag input", () => {
  it("adds what was typed on Enter and ignores empty and repeated entries", async () => {
    const onChange = vi.fn();
    render(<TagInput value={["热门"]} onChange={onChange} />);
    const input = screen.getByRole("textbox");
    await userEvent.type(input, "   {Enter}");
    await userEvent.type(input, "热门{Enter}");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.type(input, " 低息 {Enter}");
    expect(onChange).toHaveBeenCalledExactlyOnceWith(["热门", "低息"]);
  });

  it("takes one away by its button or with Backspace, and nothing while it is disabled", async () => {
    const onChange = vi.fn();
    const { rerender } = render(<TagInput value={["甲", "乙"]} onChange={onChange} />);
    await userEvent.click(screen.getByRole("button", { name: "移除甲" }));
    expect(onChange).toHaveBeenLastCalledWith(["乙"]);
    await userEvent.type(screen.getByRole("textbox"), "{Backspace}");
    expect(onChange).toHaveBeenLastCalledWith(["甲"]);
    rerender(<TagInput value={["甲"]} disabled />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("splits what was pasted at commas", async () => {
    const onChange = vi.fn();
    render(<TagInput value={[]} onChange={onChange} />);
    await userEvent.click(screen.getByRole("textbox"));
    await userEvent.paste("甲，乙,,丙");
    expect(onChange).toHaveBeenCalledWith(["甲", "乙", "丙"]);
  });
});
