import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import "@/test/stillLayout";
import { Pager } from "./Pager";

const nothing = () => {};

function show(onPage: (page: number) => void = nothing) {
  return render(
    <Pager current={100} size={10} total={2000} isTotalExact onPage={onPage} onSize={nothing} />,
  ).container;
}

it("names its arrows, in markup that may carry a name", async () => {
  const pager = show();
  const names = [...pager.querySelectorAll(".ant-pagination-item-link")].map((arrow) => [
    arrow.getAttribute("aria-label"),
    arrow.getAttribute("role") ?? arrow.tagName,
  ]);
  expect(names).toEqual([
    ["上一页", "BUTTON"],
    ["向前 5 页", "button"],
    ["向后 5 页", "button"],
    ["下一页", "BUTTON"],
  ]);
  const rules = ["aria-prohibited-attr", "button-name", "nested-interactive", "aria-allowed-role"];
  const { violations } = await axe.run(pager, { runOnly: rules });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it("jumps five pages", async () => {
  const onPage = vi.fn();
  show(onPage);
  await userEvent.click(screen.getByRole("button", { name: "向后 5 页" }));
  expect(onPage).toHaveBeenCalledWith(105, 10);
});
