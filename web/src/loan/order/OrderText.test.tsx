import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useShortcuts } from "@/lib/shortcuts";
import { OrderText } from "./OrderText";

const text = "订单D202603100000003 放款，D202603100000004撤销，编号XD202603100000005";

beforeEach(() => {
  useShortcuts.setState({ list: [] });
});

it("leads from the numbers in a sentence to their orders", () => {
  useShortcuts.setState({
    list: [{ title: "订单列表", to: "/dingdan", component: "app/dingdan", folder: "" }],
  });
  const { container } = render(<OrderText text={text} />);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["D202603100000003", "#/dingdan?bianhao=D202603100000003"],
    ["D202603100000004", "#/dingdan?bianhao=D202603100000004"],
  ]);
  expect(container.textContent).toBe(text);
});

it("is plain text to whoever has no list of orders", () => {
  const { container } = render(<OrderText text={text} />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(container.textContent).toBe(text);
});
