import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { cellFor } from "./cells";
import type { TableColumn } from "@/crud/column";
import { safeHref } from "./safeHref";

function show(column: Partial<TableColumn>, value: unknown, more: object = {}) {
  const view = vi.fn();
  const cell = cellFor(
    { prop: "x", label: "列", ...column },
    { resource: "app/fruit", view, onSwitch: async () => {} },
  );
  render(<div data-testid="cell">{cell({ id: 1, x: value, ...more })}</div>);
  return { cell: screen.getByTestId("cell"), view };
}

describe("cells", () => {
  it.each([
    ["money", 188650, "1,886.50"],
    ["rate", 240000, "24%"],
    ["number", 12345, "12,345"],
    ["bool", true, "是"],
    [undefined, null, "—"],
    ["tag", "", "—"],
  ] as const)("show %s %s as %s", (type, value, text) => {
    expect(show(type ? { type } : {}, value).cell).toHaveTextContent(text);
  });

  it("show the text of a reference instead of its id", () => {
    expect(show({ show: "userShow" }, 7, { userShow: "张三" }).cell).toHaveTextContent("张三");
  });

  it("open the text of a reference as long text too, never its id", async () => {
    const account = { show: "xShow", type: "longText" } as const;
    const { cell, view } = show(account, 114, { xShow: "建设银行 尾号2647" });
    expect(cell).toHaveTextContent("建设银行 尾号2647");
    await userEvent.click(screen.getByRole("button"));
    expect(view).toHaveBeenCalledWith({ kind: "text", title: "列", text: "建设银行 尾号2647" });
  });

  it("open long text, JSON and rich text where there is room", async () => {
    const { view } = show({ type: "fuwenben" }, "<p>正文</p>");
    await userEvent.click(screen.getByRole("button", { name: "查看列" }));
    expect(view).toHaveBeenCalledWith({ kind: "html", title: "列", html: "<p>正文</p>" });
  });

  it("preview several pictures at once and offer other files as links", async () => {
    const { view } = show({ type: "images" }, "/a.png,/b.JPG,/合同.pdf");
    await userEvent.click(screen.getByRole("button", { name: "预览列" }));
    expect(view).toHaveBeenCalledWith({ kind: "images", urls: ["/a.png", "/b.JPG"] });
    expect(screen.getByRole("link", { name: /合同\.pdf/ })).toHaveAttribute("href", "/合同.pdf");
  });

  it("never make a link of what could run", () => {
    expect(show({ type: "link" }, "javascript:alert(1)").cell.querySelector("a")).toBeNull();
  });
});

it("follows the web and our own paths only", () => {
  expect(safeHref("https://example.com")).toBe("https://example.com");
  expect(safeHref("/server/api/app/file/a.png")).toBe("/server/api/app/file/a.png");
  expect(safeHref("#/user?id=1")).toBe("#/user?id=1");
  for (const bad of ["javascript:x", "data:text/html,x", "//evil.example", " JavaScript:x", ""])
    expect(safeHref(bad)).toBeUndefined();
});
