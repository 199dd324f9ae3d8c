import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { showPage } from "@/crud/testSupport";
import { answer } from "@/test/server";
import AccountPage from "./AccountPage";

it("has one filter for the customer", async () => {
  answer("/api/app/user/shoukuan/findAllByPage", { records: [], total: 0 });
  answer("/api/app/user/findAllByPage", { records: [], total: 0 });
  showPage(<AccountPage />, ["app:user:shoukuan:list", "app:user:list"]);
  expect(await screen.findAllByLabelText("客户")).toHaveLength(1);
});
