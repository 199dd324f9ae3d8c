import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import SessionPage from "./SessionPage";

const UA =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36";

it("names the browser and the system instead of what the browser sends", async () => {
  const session = { id: 1, loginName: "admin", nickName: "管理员", ip: "10.0.0.1", ua: UA };
  answer("/api/sys/session/findAllByPage", { records: [session], total: 1 });
  showPage(<SessionPage />, ["sys:session:list"]);
  expect(await screen.findByText("Chrome / Windows")).toHaveAttribute("title", UA);
  expect(screen.queryByText(/Mozilla/)).not.toBeInTheDocument();
});

it.each([
  ["sys:session:list", 0],
  ["sys:session:del", 1],
])("offers to end many sessions with its permission alone: %s", async (permission, boxes) => {
  const session = { id: 1, loginName: "admin", nickName: "管理员", ip: "10.0.0.1", ua: UA };
  answer("/api/sys/session/findAllByPage", { records: [session], total: 1 });
  showPage(<SessionPage />, ["sys:session:list", permission]);
  await screen.findByText("Chrome / Windows");
  expect(screen.queryAllByRole("checkbox", { name: /选择/ }).length > 0 ? 1 : 0).toBe(boxes);
});
