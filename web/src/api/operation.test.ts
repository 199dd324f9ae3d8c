import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "@/test/server";
import { call } from "./client";
import { sendable } from "./operation";

describe("an operation", () => {
  it("fills in its path and sends the rest as query or body", () => {
    expect(sendable("DELETE /sys/user/delByIds/{ids}", { ids: [1, 2] })).toEqual({
      method: "DELETE",
      path: "/api/sys/user/delByIds/1,2",
      query: {},
    });
    expect(sendable("GET /app/dingdan/jieshi/{id}", { id: 7, xiang: "QI" })).toEqual({
      method: "GET",
      path: "/api/app/dingdan/jieshi/7",
      query: { xiang: "QI" },
    });
    expect(sendable("POST /app/dingdan/hexiao", { dingdanId: 1, yuanyin: "x" })).toEqual({
      method: "POST",
      path: "/api/app/dingdan/hexiao",
      body: { dingdanId: 1, yuanyin: "x" },
    });
    expect(sendable("GET /app/dict/findByType/{type}", { type: "a/../b" }).path).toBe(
      "/api/app/dict/findByType/a%2F..%2Fb",
    );
  });

  it("is sent with its key and answers its result", async () => {
    let seen: { key: string | null; body: unknown } | undefined;
    server.use(
      http.post("*/server/api/app/dingdan/hexiao", async ({ request }) => {
        seen = { key: request.headers.get("Idempotency-Key"), body: await request.json() };
        return HttpResponse.json({ code: 200, message: "", result: { id: 1, bianhao: "D1" } });
      }),
    );
    const ask = { dingdanId: 1, yuanyin: "联系不上" };
    const done = await call("POST /app/dingdan/hexiao", ask, { idempotencyKey: "k" });
    expect(done.bianhao).toBe("D1");
    expect(seen).toEqual({ key: "k", body: ask });
  });
});

/** Never run: each line that is marked must not compile. */
export function wrongCalls() {
  // @ts-expect-error a misspelt field
  void call("POST /app/dingdan/hexiao", { dingdanId: 1, yuanying: "x" });
  // @ts-expect-error a text where a number belongs
  void call("POST /app/dingdan/hexiao", { dingdanId: "1", yuanyin: "x" });
  // @ts-expect-error a body that lacks what it needs
  void call("POST /app/dingdan/hexiao", { dingdanId: 1 });
  // @ts-expect-error no such operation
  void call("POST /app/dingdan/heixao", { dingdanId: 1, yuanyin: "x" });
  // @ts-expect-error a condition the list does not know
  void call("GET /app/gonggao/findAllByPage", { biaotu: "x" });
  // @ts-expect-error it is told nothing
  void call("GET /sys/user/findProfile", { id: 1 });
  // @ts-expect-error a column the row does not have
  void call("GET /app/gonggao/findById/{id}", { id: 1 }).then((row) => row.biaotu);
}
