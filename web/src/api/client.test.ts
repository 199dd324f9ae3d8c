import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { useOverlay } from "@/lib/overlay";
import { setToken } from "@/lib/session";
import { answer, at, envelope, server } from "@/test/server";
import { ApiError, callPath, isCancelled } from "./client";
import { onSignedOut } from "./signOut";

const path = "/api/app/qa/findAllByList";

beforeEach(() => {
  for (const kind of ["success", "warning", "error"] as const) {
    vi.spyOn(toast, kind).mockImplementation(() => undefined);
  }
  onSignedOut({ isOnLogin: () => true, leave: () => undefined });
});

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe("success", () => {
  it("answers the result of code 200 and says nothing for a get", async () => {
    answer(path, [1, 2]);
    expect(await callPath("GET", path)).toEqual([1, 2]);
    expect(toast.success).not.toHaveBeenCalled();
  });

  it.each(["POST", "PUT", "DELETE"] as const)("says 操作成功 after %s", async (method) => {
    answer(path, null);
    await callPath(method, path);
    expect(toast.success).toHaveBeenCalledExactlyOnceWith("操作成功");
  });

  it("says nothing when silent", async () => {
    answer(path, null);
    await callPath("POST", path, { silent: true });
    expect(toast.success).not.toHaveBeenCalled();
  });

  it("sends client, token, query and body", async () => {
    setToken("abc");
    let seen: Request | undefined;
    server.use(
      http.post(at(path), ({ request }) => {
        seen = request.clone();
        return envelope(null);
      }),
    );
    await callPath("POST", path, {
      query: { a: 1, list: ["x", "y"], none: "", nil: null },
      body: { b: 2 },
    });
    expect(seen?.headers.get("client")).toBe("admin");
    expect(seen?.headers.get("authorization")).toBe("Bearer_abc");
    expect(new URL(seen?.url ?? "").search).toBe("?a=1&list=x%2Cy");
    expect(await seen?.json()).toEqual({ b: 2 });
  });
});

describe("error catalogue", () => {
  it.each([301, 2001, 2002, 2004])("warns with the message for code %i", async (code) => {
    answer(path, null, code, "不可以");
    const error = await failure(callPath("GET", path));
    expect(error).toMatchObject({ code, message: "不可以" });
    expect(toast.warning).toHaveBeenCalledExactlyOnceWith("不可以");
    expect(toast.error).not.toHaveBeenCalled();
  });

  it("shows an error for code 500", async () => {
    answer(path, null, 500, "系统开小差了");
    await failure(callPath("GET", path));
    expect(toast.error).toHaveBeenCalledExactlyOnceWith("系统开小差了");
  });

  it.each([301, 500, 2001, 2002, 2004])("keeps quiet about code %i when silent", async (code) => {
    answer(path, null, code, "不可以");
    await failure(callPath("POST", path, { silent: true }));
    expect(toast.warning).not.toHaveBeenCalled();
    expect(toast.error).not.toHaveBeenCalled();
    expect(toast.success).not.toHaveBeenCalled();
  });

  it("carries the field messages of 2001", async () => {
    answer(path, { fields: { nickName: "昵称不能为空" } }, 2001, "请检查输入");
    expect((await failure(callPath("POST", path))).fields).toEqual({ nickName: "昵称不能为空" });
  });

  it("rejects another HTTP status with the envelope's message", async () => {
    server.use(
      http.get(at(path), () =>
        HttpResponse.json({ code: 429, message: "太频繁了", result: null }, { status: 429 }),
      ),
    );
    expect(await failure(callPath("GET", path))).toMatchObject({ code: 429, message: "太频繁了" });
    expect(toast.error).toHaveBeenCalledWith("太频繁了");
  });

  it("rejects what is no envelope", async () => {
    server.use(http.get(at(path), () => new HttpResponse("<html>", { status: 502 })));
    expect((await failure(callPath("GET", path))).code).toBe(502);
    expect(toast.error).toHaveBeenCalledOnce();
  });

  it("does not believe a good envelope under a bad status", async () => {
    server.use(
      http.get(at(path), () => HttpResponse.json({ code: 200, result: 1 }, { status: 503 })),
    );
    expect((await failure(callPath("GET", path))).code).toBe(503);
  });

  it("reports a network failure", async () => {
    server.use(http.get(at(path), () => HttpResponse.error()));
    expect((await failure(callPath("GET", path))).code).toBe(0);
    expect(toast.error).toHaveBeenCalledWith("网络连接失败，请检查网络后重试");
  });

  it("gives up after the time limit", async () => {
    server.use(http.get(at(path), () => delay("infinite")));
    expect((await failure(callPath("GET", path, { timeoutMs: 5 }))).message).toBe(
      "请求超时，请稍后重试",
    );
  });

  it("says nothing of a call its caller cancelled", async () => {
    server.use(http.get(at(path), () => delay("infinite")));
    const control = new AbortController();
    const running = callPath("GET", path, { signal: control.signal });
    control.abort();
    await expect(running).rejects.toSatisfy(isCancelled);
    expect(toast.error).not.toHaveBeenCalled();
  });
});

describe("401", () => {
  const message = "登录已过期";

  it("leaves once, however many calls fail together, and warns once", async () => {
    setToken("old");
    const leave = vi.fn(() => localStorage.clear());
    onSignedOut({ isOnLogin: () => false, leave });
    answer(path, null, 401, message);
    await Promise.allSettled([
      callPath("GET", path),
      callPath("GET", path),
      callPath("POST", path),
    ]);
    expect(leave).toHaveBeenCalledOnce();
    expect(toast.warning).toHaveBeenCalledExactlyOnceWith(message);
  });

  it("leaves for a silent call too", async () => {
    setToken("old");
    const leave = vi.fn();
    onSignedOut({ isOnLogin: () => false, leave });
    answer(path, null, 401, message);
    await failure(callPath("GET", path, { silent: true }));
    expect(leave).toHaveBeenCalledOnce();
  });

  it("stays on /login and warns unless silent", async () => {
    const leave = vi.fn();
    onSignedOut({ isOnLogin: () => true, leave });
    answer(path, null, 401, message);
    await failure(callPath("GET", path));
    await failure(callPath("GET", path, { silent: true }));
    expect(leave).not.toHaveBeenCalled();
    expect(toast.warning).toHaveBeenCalledExactlyOnceWith(message);
  });

  it("ignores the late answer of a call sent before a new sign-in", async () => {
    setToken("old");
    const leave = vi.fn();
    onSignedOut({ isOnLogin: () => false, leave });
    answer(path, null, 401, message);
    const running = callPath("GET", path);
    setToken("new");
    await failure(running);
    expect(leave).not.toHaveBeenCalled();
    expect(toast.warning).not.toHaveBeenCalled();
  });
});

describe("overlay", () => {
  it("counts calls in flight, but not those that ask not to", async () => {
    const gate = new EventTarget();
    const opened = new Promise((resolve) => gate.addEventListener("open", resolve));
    server.use(
      http.get(at(path), async () => {
        await opened;
        return envelope(null);
      }),
    );
    const running = [
      callPath("GET", path),
      callPath("GET", path),
      callPath("GET", path, { noOverlay: true }),
    ];
    expect(useOverlay.getState().inFlight).toBe(2);
    gate.dispatchEvent(new Event("open"));
    await Promise.all(running);
    expect(useOverlay.getState()).toEqual({ inFlight: 0, visible: false });
  });
});
