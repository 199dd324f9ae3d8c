import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import { HelpLink } from "./HelpLink";

it("opens the help in a window of its own, and is not there without an address", () => {
  const { rerender } = render(<HelpLink href="https://help.example/" />);
  const link = screen.getByRole("link", { name: "帮助" });
  expect(link).toHaveAttribute("href", "https://help.example/");
  expect(link).toHaveAttribute("target", "_blank");
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
  rerender(<HelpLink href="" />);
  expect(screen.queryByRole("link")).toBeNull();
});
