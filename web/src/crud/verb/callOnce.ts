import { call, type Ask, type CallOptions, type Operation, type Result } from "@/api/client";
import { newDecisions } from "@/lib/idempotency";
import { isRefusal, type Key } from "./useOnce";

/** After this long without an answer a press is a new decision: what it is about may have changed. */
const UNKNOWN_FOR_MS = 60_000;

let decisions = newDecisions();

/** `useOnce` for what has no form: the same content keeps its key until the server has answered. */
export async function sendOnce<Answer>(
  content: unknown,
  send: (key: Key) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await send({ idempotencyKey: decisions.keyOf(content) });
    // After something else was done the same content is another decision: block, free, block again.
    decisions = newDecisions();
    return answer;
  } catch (error) {
    if (isRefusal(error)) decisions.settle(content);
    else setTimeout(() => decisions.settle(content), UNKNOWN_FOR_MS);
    throw error;
  }
}

/** Calls an operation that writes, from a button or a question. */
export function callOnce<K extends Operation>(
  operation: K,
  ask: Ask<K>,
  options?: CallOptions,
): Promise<Result<K>> {
  return sendOnce([operation, ask], (key) => call(operation, ask, { ...options, ...key }));
}
