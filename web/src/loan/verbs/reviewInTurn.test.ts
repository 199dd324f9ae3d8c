import { expect, it } from "vitest";
import { ApiError } from "@/api/client";
import { reviewInTurn, type Outcome } from "./reviewInTurn";

it("reviews one after the other, and one that is refused does not hold up the rest", async () => {
  const seen: string[] = [];
  const outcomes = new Map<number, Outcome>();
  const failures = await reviewInTurn(
    [{ id: 1 }, { id: 2 }, { id: 3 }],
    async ({ id }) => {
      seen.push(`ask ${id}`);
      await Promise.resolve();
      seen.push(`answer ${id}`);
      if (id === 2) throw new ApiError(301, "订单已被他人审核");
      if (id === 3) throw new ApiError(0, "请求超时，请稍后重试");
    },
    (id, outcome) => outcomes.set(id, outcome),
  );
  expect(seen).toEqual(["ask 1", "answer 1", "ask 2", "answer 2", "ask 3", "answer 3"]);
  expect(failures).toBe(2);
  expect(outcomes.get(1)).toEqual({ kind: "done" });
  expect(outcomes.get(2)).toEqual({
    kind: "failed",
    message: "订单已被他人审核",
    isFinal: true,
  });
  expect(outcomes.get(3)).toMatchObject({ kind: "failed", isFinal: false });
});

it("stops where nobody is listened to any more, and leaves the rest for another try", async () => {
  const asked: number[] = [];
  const outcomes = new Map<number, Outcome>();
  const failures = await reviewInTurn(
    [{ id: 1 }, { id: 2 }, { id: 3 }],
    async ({ id }) => {
      asked.push(id);
      if (id === 2) throw new ApiError(2002, "屏幕已锁定，请输入密码解锁", { isSuoping: true });
    },
    (id, outcome) => outcomes.set(id, outcome),
  );
  expect(asked).toEqual([1, 2]);
  expect(failures).toBe(2);
  expect(outcomes.get(2)).toMatchObject({ kind: "failed", isFinal: false });
  expect(outcomes.has(3)).toBe(false);
});
