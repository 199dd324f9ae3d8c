import { useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { codes } from "@/api/error";
import { newDecisions } from "@/lib/idempotency";
import { lockedOf } from "@/lib/screenLock";

/** Answers after which the server surely did nothing; after any other failure it may have. */
const REFUSALS = new Set<number>([codes.stale, codes.invalid, codes.refused, codes.notFound]);

export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A locked screen did not look at what was asked.
  return REFUSALS.has(error.code) && lockedOf(error.result) === null;
}

/** Marks one decision. */
export interface Key {
  idempotencyKey: string;
}

interface Options<Answer> {
  onDone: (answer: Answer) => void;
  /** The call has told the person already; what is left is what it means for the form. */
  onFailed: (error: ApiError) => void | Promise<void>;
}

/** Sends what a person decided once, however often it is pressed and whatever becomes of the answer. */
export function useOnce<Body, Answer>(
  send: (body: Body, key: Key) => Promise<Answer>,
  { onDone, onFailed }: Options<Answer>,
) {
  const [decisions] = useState(newDecisions);
  /** Stays set once it is done: a late second click finds nothing left to do. */
  const isBusy = useRef(false);
  const [isSending, setSending] = useState(false);

  async function submit(body: Body): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    try {
      onDone(await send(body, { idempotencyKey: decisions.keyOf(body) }));
    } catch (error) {
      isBusy.current = false;
      setSending(false);
      if (isRefusal(error)) decisions.settle(body);
      if (!(error instanceof ApiError)) throw error;
      await onFailed(error);
    }
  }

  return { submit, isSending };
}
