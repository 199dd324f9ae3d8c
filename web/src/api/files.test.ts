import dayjs from "dayjs";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { answer, at, server } from "@/test/server";
import { download, upload } from "./client";
import { stampedName } from "./files";

it("puts the time before the extension", () => {
  const now = dayjs.utc("2026-03-01T09:05:07");
  expect(stampedName("用户.xlsx", now)).toBe("用户20260301090507.xlsx");
  expect(stampedName("用户", now)).toBe("用户20260301090507");
});

it("saves a blob under the stamped name", async () => {
  server.use(
    http.get(
      at("/api/x"),
      () => new HttpResponse("a,b", { headers: { "content-type": "text/csv" } }),
    ),
  );
  const saved: string[] = [];
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await download("/api/x", undefined, "订单.csv");
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^订单\d{14}\.csv$/);
});

it("treats an envelope instead of a file as an error", async () => {
  const warning = vi.spyOn(toast, "warning").mockImplementation(() => undefined);
  answer("/api/x", null, 2002, "没有导出权限");
  await expect(download("/api/x", undefined, "订单.csv")).rejects.toMatchObject({ code: 2002 });
  expect(warning).toHaveBeenCalledExactlyOnceWith("没有导出权限");
});

it("uploads without toasts and answers the result", async () => {
  const success = vi.spyOn(toast, "success").mockImplementation(() => undefined);
  answer("/api/app/file/up", { url: "/f/1.png" });
  expect(await upload("/api/app/file/up", new FormData())).toEqual({ url: "/f/1.png" });
  expect(success).not.toHaveBeenCalled();
});
