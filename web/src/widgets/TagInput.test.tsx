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

  it("splits what was pasted at commas", async () => {
    const onChange = vi.fn();
    render(<TagInput value={[]} onChange={onChange} />);
    await userEvent.click(screen.getByRole("textbox"));
    await userEvent.paste("甲，乙,,丙");
    expect(onChange).toHaveBeenCalledWith(["甲", "乙", "丙"]);
  });
});
