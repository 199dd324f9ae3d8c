import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import "@/test/stillLayout";
import { TreeSelector } from "./TreeSelector";

const nodes = [
  {
    id: 1,
    name: "系统管理",
    children: [
      { id: 2, name: "用户管理" },
      { id: 3, name: "角色管理" },
    ],
  },
];

const box = (name: string) => screen.getByRole("checkbox", { name: new RegExp(`${name}$`) });

describe("the tree selector", () => {
  it("is 350 by 250 unless told otherwise", () => {
    const { container } = render(<TreeSelector nodes={nodes} />);
    expect(container.firstElementChild).toHaveStyle({ width: "350px" });
    expect(container.querySelector(".tree-selector-body")).toHaveStyle({ height: "250px" });
  });

  it("ticks a parent half with one of its children, and names both", async () => {
    const onChange = vi.fn();
    render(<TreeSelector nodes={nodes} value={[]} onChange={onChange} />);
    await userEvent.click(box("用户管理"));
    expect(onChange.mock.lastCall?.[0].toSorted()).toEqual([1, 2]);
  });

  it("leaves parents alone when they are not linked", async () => {
    const onChange = vi.fn();
    render(<TreeSelector nodes={nodes} value={[]} onChange={onChange} isLinked={false} />);
    await userEvent.click(box("用户管理"));
    expect(onChange).toHaveBeenCalledWith([2]);
  });

  it("keeps ticks that a search hides", async () => {
    const onChange = vi.fn();
    render(<TreeSelector nodes={nodes} value={[3]} onChange={onChange} isLinked={false} />);
    await userEvent.type(screen.getByLabelText("搜索"), "用户");
    await userEvent.click(box("用户管理"));
    expect(onChange.mock.lastCall?.[0].toSorted()).toEqual([2, 3]);
  });
});
