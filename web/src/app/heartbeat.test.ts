import { waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, it, vi } from "vitest";
import { setToken } from "@/lib/session";
import { at, envelope, server } from "@/test/server";
import { awayMs, watchReturn } from "./heartbeat";
import { setMenu } from "./menu";

function show(state: "hidden" | "visible") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

it("asks once when a signed-in person returns after a while", async () => {
  const asked = vi.fn();
  server.use(
    http.get(at("/api/sys/user/findProfile"), () => {
      asked();
      return envelope(null);
    }),
  );
  let now = 0;
  watchReturn(() => now);
  setToken("t");
  setMenu([]);
  show("hidden");
  now += awayMs - 1;
  show("visible");
  expect(asked).not.toHaveBeenCalled();
  show("hidden");
  now += awayMs;
  show("visible");
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
});
