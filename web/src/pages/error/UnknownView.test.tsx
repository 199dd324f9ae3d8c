import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { expect, it } from "vitest";
import { placeholderUser, setUser } from "@/lib/session";
import { UnknownView } from "./UnknownView";

function Address() {
  return <output>{useLocation().pathname}</output>;
}

function show(...permissionList: string[]) {
  setUser({ ...placeholderUser, permissionList });
  render(
    <MemoryRouter initialEntries={["/jifen"]}>
      <UnknownView component="app/jifen" />
      <Address />
    </MemoryRouter>,
  );
}

it("says that it is not open yet and leads home", async () => {
  show();
  expect(screen.getByRole("heading", { name: "此功能尚未开放" })).toBeInTheDocument();
  expect(screen.queryByText(/菜单管理/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "回到首页" }));
  expect(screen.getByText("/index")).toBeInTheDocument();
});

it("tells those who keep the menu what is wrong with it", () => {
  show("sys:menu:edit");
  expect(screen.getByText(/「app\/jifen」不在当前版本中，可在菜单管理中改选/)).toBeInTheDocument();
});
