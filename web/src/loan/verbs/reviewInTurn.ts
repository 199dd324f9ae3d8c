import { ApiError, messageOf } from "@/api/client";
import { codes } from "@/api/error";
import { isRefusal } from "@/crud/verb/useOnce";
import { lockedOf } from "@/lib/screenLock";

/** `isFinal`: the server said no; without it the answer is unknown and may be asked for again. */
export type Outcome = { kind: "done" } | { kind: "failed"; message: string; isFinal: boolean };

/** Not done yet, or no answer came: the same key makes a second try safe. */
export function isOpen(outcome: Outcome | undefined): boolean {
  return !outcome || (outcome.kind === "failed" && !outcome.isFinal);
}

/** The screen was locked, or the session ended. */
function isUnheard(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === codes.signedOut || lockedOf(error.result) !== null;
}

/**
 * One order after the other: each stands on its own, one that is refused does not hold up the
 * rest. Where nobody would be listened to any more the rest waits for another try. Answers how many
 * were not done.
 */
export async function reviewInTurn<T extends { id: number }>(
  orders: readonly T[],
  review: (order: T) => Promise<unknown>,
  note: (id: number, outcome: Outcome) => void,
): Promise<number> {
  let done = 0;
  for (const order of orders) {
    try {
      await review(order);
      done += 1;
      note(order.id, { kind: "done" });
    } catch (error) {
      note(order.id, { kind: "failed", message: messageOf(error), isFinal: isRefusal(error) });
      if (isUnheard(error)) break;
    }
  }
  return orders.length - done;
}
