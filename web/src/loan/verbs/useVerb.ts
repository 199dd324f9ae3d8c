import type { FormInstance } from "antd";
import { useRef, useState } from "react";
import { ApiError, call } from "@/api/client";
import { codes } from "@/api/error";
import { showFieldErrors } from "@/lib/formErrors";
import { newKey } from "@/lib/idempotency";
import { useRefreshOrders } from "@/loan/order/orderQueries";

/** Answers after which the server surely did nothing; after any other failure it may have. */
const REFUSALS = new Set<number>([codes.stale, codes.invalid, codes.refused, codes.notFound]);

export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSALS.has(error.code);
}

/**
 * One verb of an order, for one opening of its dialog: one key, so that a double click or a
 * second try after a lost answer does the thing once. A refusal ends the key's life, because
 * what is sent next is another decision.
 */
export function useVerb<Answer = unknown>(
  verb: string,
  onDone: (answer: Answer) => void,
  form?: FormInstance,
) {
  const key = useRef("");
  /** Stays set once it is done: a late second click finds nothing left to do. */
  const isBusy = useRef(false);
  const [isSending, setSending] = useState(false);
  const [isStale, setStale] = useState(false);
  const refresh = useRefreshOrders();

  async function send(body: Record<string, unknown>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    key.current ||= newKey();
    setSending(true);
    setStale(false);
    try {
      const answer = await call<Answer>("POST", `/api/app/dingdan/${verb}`, {
        body,
        idempotencyKey: key.current,
      });
      void refresh();
      onDone(answer);
    } catch (error) {
      isBusy.current = false;
      setSending(false);
      if (!(error instanceof ApiError)) throw error;
      if (isRefusal(error)) key.current = newKey();
      if (form) showFieldErrors(form, error);
      if (error.code === codes.stale) {
        // The call has shown the server's sentence; what is on the screen is fetched again.
        await refresh().catch(() => {});
        setStale(true);
      }
    }
  }

  return { send, isSending, isStale };
}
