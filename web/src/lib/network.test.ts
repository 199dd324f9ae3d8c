import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { server } from "@/test/server";
import { noteNetwork, onNetworkBack, probeMs, useNetwork } from "./network";

const back = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  back.mockClear();
  onNetworkBack(back);
});

afterEach(() => {
  noteNetwork(true);
  vi.useRealTimers();
});

const health = (answer: () => Response) => server.use(http.get("/healthz", answer));

it("a call that does not arrive means that the network is gone, one that does that it is back", () => {
  noteNetwork(true);
  expect(back).not.toHaveBeenCalled();
  noteNetwork(false);
  noteNetwork(false);
  expect(useNetwork.getState().isDown).toBe(true);
  noteNetwork(true);
  expect(useNetwork.getState().isDown).toBe(false);
  expect(back).toHaveBeenCalledOnce();
});

it("looks by itself until the server answers; a gateway alone is no server", async () => {
  health(() => new HttpResponse(null, { status: 502 }));
  noteNetwork(false);
  await vi.advanceTimersByTimeAsync(probeMs * 2);
  expect(useNetwork.getState().isDown).toBe(true);
  health(() => new HttpResponse("ok"));
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(probeMs);
    expect(useNetwork.getState().isDown).toBe(false);
  });
  expect(back).toHaveBeenCalledOnce();
});

it("believes the browser that says it is offline", () => {
  window.dispatchEvent(new Event("offline"));
  expect(useNetwork.getState().isDown).toBe(true);
});
