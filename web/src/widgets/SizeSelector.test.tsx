import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import "@/test/stillLayout";
import { useAppearance } from "@/lib/size";
import { answer } from "@/test/server";
import { SizeSelector } from "./SizeSelector";

it("offers four sizes, of which small is the first", async () => {
  answer("/api/sys/user/pianhao", null);
  render(<SizeSelector />);
  await userEvent.click(screen.getByRole("button", { name: "界面大小：小型" }));
  const items = await screen.findAllByRole("menuitem", { hidden: true });
  expect(items.map((item) => item.textContent)).toEqual([
    "默认（default）",
    "中等（medium）",
    "小型（small）",
    "迷你（mini）",
  ]);
  await userEvent.click(screen.getByText("迷你（mini）"));
  expect(useAppearance.getState().size).toBe("mini");
});
