import { afterEach, expect, it, vi } from "vitest";
import { callPath, quiet } from "@/api/client";
import { toast } from "@/lib/feedback";
import { answer } from "@/test/server";
import { queryClient } from "./queryClient";

const ROLES = ["rows", "sys/role", 1];
const isOld = () => queryClient.getQueryState(ROLES)?.isInvalidated;

afterEach(() => queryClient.clear());

it("what was written anywhere makes the rows of every kept tab old", async () => {
  vi.spyOn(toast, "success").mockImplementation(() => undefined);
  queryClient.setQueryData(ROLES, []);
  queryClient.setQueryData(["config", "JICHU"], []);
  answer("/api/sys/user/edit", { id: 1 });
  answer("/api/sys/user/findProfile", {});
  answer("/api/sys/user/pianhao", null);
  await callPath("GET", "/api/sys/user/findProfile");
  await callPath("POST", "/api/sys/user/pianhao", { ...quiet, body: {} });
  expect(isOld()).toBe(false);
  await callPath("POST", "/api/sys/user/edit", { body: { id: 1 } });
  expect(isOld()).toBe(true);
  // A form of settings may hold what nobody has saved yet.
  expect(queryClient.getQueryState(["config", "JICHU"])?.isInvalidated).toBe(false);
});
