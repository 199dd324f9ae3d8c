import { http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answer, at, envelope, server } from "@/test/server";
import { flushPrefs, forgetPrefs, getPref, loadPrefs, setPref } from "./prefs";

const path = "/api/sys/user/pianhao";
const stored = vi.fn();

beforeEach(() => {
  stored.mockReset();
  server.use(
    http.get(at(path), () => envelope({ tabs: ["/a"] })),
    http.post(at(path), async ({ request }) => {
      stored(await request.json());
      return envelope(null);
    }),
  );
});

afterEach(forgetPrefs);

it("reads what the server keeps", async () => {
  await loadPrefs();
  expect(getPref("tabs")).toEqual(["/a"]);
  expect(getPref("nothing")).toBeUndefined();
});

it("answers a new value at once and sends quick changes as one", async () => {
  await loadPrefs();
  setPref("size", "mini");
  setPref("size", "small");
  expect(getPref("size")).toBe("small");
  await flushPrefs();
  expect(stored.mock.calls).toEqual([[{ jian: "size", zhi: "small" }]]);
});

it("deletes with null", async () => {
  await loadPrefs();
  setPref("tabs", null);
  expect(getPref("tabs")).toBeUndefined();
  await flushPrefs();
  expect(stored.mock.calls).toEqual([[{ jian: "tabs", zhi: null }]]);
});

it("never overwrites what it could not read", async () => {
  answer(path, null, 2002, "请先修改密码");
  await loadPrefs();
  setPref("tabs", []);
  await flushPrefs();
  expect(stored).not.toHaveBeenCalled();
});
