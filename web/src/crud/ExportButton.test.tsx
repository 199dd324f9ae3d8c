import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { at, envelope, server } from "@/test/server";
import { ExportButton } from "./ExportButton";
import { every, fruit, showPage } from "./testSupport";

it("says that it waits for other exports, and stops asking when the file has come", async () => {
  URL.createObjectURL = vi.fn(() => "blob:x");
  URL.revokeObjectURL = vi.fn();
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => (gate.open = resolve));
  const asked: string[] = [];
  let jindu: string | null = null;
  server.use(
    http.get(at("/api/app/fruit/export"), async ({ request }) => {
      jindu = new URL(request.url).searchParams.get("jindu");
      await opened;
      return new HttpResponse("PK", { headers: { "content-type": "application/vnd.ms-excel" } });
    }),
    http.get(at("/api/app/jindu/:id"), ({ params }) => {
      asked.push(String(params.id));
      return envelope({ isPaidui: true, wancheng: 0, zongshu: null });
    }),
  );
  showPage(<ExportButton meta={fruit} query={{}} />, every);
  await userEvent.click(screen.getByRole("button", { name: /导出/ }));
  expect(await screen.findByRole("button", { name: /排队中/ }, { timeout: 5000 })).toBeVisible();
  expect(asked[0]).toBe(jindu);
  gate.open?.();
  expect(await screen.findByRole("button", { name: /导出/ })).toBeVisible();
});
