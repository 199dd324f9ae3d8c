import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { setDicts } from "@/lib/dict";
import { DictTag } from "./DictTag";

describe("the dictionary tag", () => {
  it("shows labels in their style, and an unknown value raw", () => {
    setDicts([
      { type: "state", dataList: [{ dictLabel: "启用", dictValue: "QIYONG", tagType: "success" }] },
    ]);
    render(<DictTag dict="state" value="QIYONG,XIN" />);
    expect(screen.getByText("启用")).toHaveClass("tag-success");
    expect(screen.getByText("XIN")).toHaveClass("tag-default");
  });
});
