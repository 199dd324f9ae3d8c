import { Form, type FormInstance } from "antd";
import { useState, type ReactNode } from "react";
import { call, type ApiError, type Ask, type Operation, type Result } from "@/api/client";
import { codes } from "@/api/error";
import { withNext, type NextStep } from "@/lib/NextStep";
import { showFieldErrors } from "@/lib/formErrors";
import { isRefusal, useOnce, type Key } from "./useOnce";
import { useRefresh } from "./useRefresh";

interface Options<K extends Operation, V> {
  /** The form it is decided in, where something else watches it too. */
  form?: FormInstance<V>;
  /** What the decision rests on: nothing is sent while it is not there or being asked for again. */
  seen?: { data: unknown; isFetching: boolean };
  /** What was seen has become something else, so that this decision is void. */
  isVoid?: boolean;
  /** It is no longer there to be decided: what became of it, instead of the form. */
  gone?: ReactNode;
  /** Its form stands in no VerbDialog: what has changed is said by a toast. */
  isBare?: boolean;
  /** What is sent: what was filled in, and what was seen as its guard; null while it is not known. */
  body: (values: V) => Ask<K> | null;
  /** Resources whose lists and details show what it does. */
  refreshes: readonly string[];
  onDone: (answer: Result<K>) => void;
  /** What comes next, beside 操作成功. */
  next?: ((answer: Result<K>) => NextStep | undefined) | undefined;
}

export interface Verb<V> {
  form: FormInstance<V>;
  submit: (values: V) => void;
  isSending: boolean;
  /** What has changed since it was shown, as the server says; it was asked for again. */
  stale: string | null;
  /** Asks once more for what it rests on. */
  refresh: () => void;
  isBlocked: boolean;
  /** It can no longer be decided here: what was typed serves nothing. */
  isVoid: boolean;
  gone: ReactNode;
}

/** One thing that can be done, for one opening of its dialog: key, guard and refresh of what it touches. */
export function useVerb<K extends Operation, V extends object>(
  operation: K,
  options: Options<K, V>,
): Verb<V> {
  const { seen, body, refreshes, onDone, gone = null } = options;
  const isVoid = options.isVoid === true || gone !== null;
  const [form] = Form.useForm<V>(options.form);
  const [stale, setStale] = useState<string | null>(null);
  const refresh = useRefresh();
  const said = (answer: unknown) => withNext(options.next?.(answer as Result<K>));
  /** A field that is to blame says so itself, and what has changed stands above the form. */
  const isToldInPlace = (error: ApiError) =>
    error.fields
      ? Object.keys(error.fields).every((name) => name in (form.getFieldsValue() as object))
      : error.code === codes.stale && options.isBare !== true;
  const send = (ask: Ask<K>, key: Key) => call(operation, ask, { ...key, said, isToldInPlace });
  const once = useOnce<Ask<K>, Result<K>>(send, {
    onDone: (answer) => {
      void refresh(refreshes);
      onDone(answer);
    },
    onFailed: async (error) => {
      showFieldErrors(form as FormInstance, error);
      // What was shown is still true.
      if (error.fields || !isRefusal(error)) return;
      // What is refused may have been decided by somebody else meanwhile.
      await refresh(refreshes).catch(() => {});
      setStale(error.code === codes.stale ? error.message : null);
    },
  });
  const isBlocked = isVoid || (seen !== undefined && (!seen.data || seen.isFetching));

  function submit(values: V) {
    const ask = isBlocked ? null : body(values);
    if (!ask) return;
    setStale(null);
    void once.submit(ask);
  }

  const { isSending } = once;
  return {
    form,
    submit,
    isSending,
    stale: isVoid ? null : stale,
    refresh: () => void refresh(refreshes).catch(() => {}),
    isBlocked,
    isVoid,
    gone,
  };
}
