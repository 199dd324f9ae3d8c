import { messageOf } from "@/api/client";
import { isRefusal } from "@/crud/verb/useOnce";

/** `isFinal`: the server said no; without it the answer is unknown and may be asked for again. */
export type Outcome = { kind: "done" } | { kind: "failed"; message: string; isFinal: boolean };

/**
 * One order after the other: each stands on its own, one that is refused does not hold up the
 * rest. Answers how many failed.
 */
export async function reviewInTurn<T extends { id: number }>(
  orders: readonly T[],
  review: (order: T) => Promise<unknown>,
  note: (id: number, outcome: Outcome) => void,
): Promise<number> {
  let failures = 0;
  for (const order of orders) {
    try {
      await review(order);
      note(order.id, { kind: "done" });
    } catch (error) {
      failures += 1;
      note(order.id, { kind: "failed", message: messageOf(error), isFinal: isRefusal(error) });
    }
  }
  return failures;
}
