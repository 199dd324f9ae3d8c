import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import "@/test/stillLayout";
import { IconChooser } from "./IconChooser";

it("offers the 280 Element icons and finds them by name", async () => {
  const onChange = vi.fn();
  render(<IconChooser value="el-icon-user" onChange={onChange} />);
  await userEvent.click(screen.getByRole("combobox"));
  expect(await screen.findByText("280 个图标")).toBeInTheDocument();
  expect(screen.getAllByRole("option", { hidden: true })).toHaveLength(280);
  await userEvent.type(screen.getByLabelText("搜索图标"), "s-finance");
  await userEvent.click(screen.getByRole("option", { name: "el-icon-s-finance", hidden: true }));
  expect(onChange).toHaveBeenCalledWith("el-icon-s-finance");
});
