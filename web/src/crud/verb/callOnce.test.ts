import { http } from "msw";
import { expect, it, vi } from "vitest";
import { at, envelope, server } from "@/test/server";
import { callOnce } from "./callOnce";

const HANDLE = "POST /app/fankui/editState";
const ask = { id: 7, state: "CHULIZHONG" } as const;

/** Answers in turn, then successes; the keys that came are kept. */
function serve(answers: (() => Response)[]): (string | null)[] {
  const keys: (string | null)[] = [];
  server.use(
    http.post(at("/api/app/fankui/editState"), ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return (answers[keys.length - 1] ?? (() => envelope({ id: 7 })))();
    }),
  );
  return keys;
}

const lost = () => new Response("", { status: 502 });
const refused = () => envelope(null, 2002, "现在不能处理");
const press = (id = 7) => callOnce(HANDLE, { ...ask, id }).catch(() => undefined);

it("a second press after a lost answer is the same decision, and a third after it another", async () => {
  const keys = serve([lost]);
  for (let time = 0; time < 3; time += 1) await press();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it("a press after a refusal is another decision", async () => {
  const keys = serve([refused]);
  for (let time = 0; time < 2; time += 1) await press();
  expect(keys[1]).not.toBe(keys[0]);
});

it("a press after something else was done is another decision", async () => {
  const keys = serve([lost]);
  await press();
  await press(8);
  await press();
  expect(new Set(keys).size).toBe(3);
});

it("a press long after a lost answer is another decision", async () => {
  const keys = serve([lost]);
  const timer = vi.spyOn(globalThis, "setTimeout");
  await press();
  const forget = timer.mock.calls.findLast(([, ms]) => ms === 60_000)?.[0];
  forget?.();
  await press();
  expect(keys[1]).not.toBe(keys[0]);
});
