import { Form, type FormInstance } from "antd";
import { useState, type ReactNode } from "react";
import { call, type Ask, type Operation, type Result } from "@/api/client";
import { codes } from "@/api/error";
import { withNext, type NextStep } from "@/lib/NextStep";
import { showFieldErrors } from "@/lib/formErrors";
import { isRefusal, useOnce } from "./useOnce";
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
  /** The server said that what was shown has changed; it was asked for again. */
  isStale: boolean;
  isBlocked: boolean;
  /** It can no longer be decided here: what was typed serves nothing. */
  isVoid: boolean;
  gone: ReactNode;
}

/** One thing that can be done, for one opening of its dialog: key, guard and refresh of what it touches. */
export function useVerb<K extends Operation, V>(operation: K, options: Options<K, V>): Verb<V> {
  const { seen, body, refreshes, onDone, gone = null } = options;
  const isVoid = options.isVoid === true || gone !== null;
  const [form] = Form.useForm<V>(options.form);
  const [isStale, setStale] = useState(false);
  const refresh = useRefresh();
  const said = (answer: unknown) => withNext(options.next?.(answer as Result<K>));
  const once = useOnce<Ask<K>, Result<K>>((ask, key) => call(operation, ask, { ...key, said }), {
    onDone: (answer) => {
      void refresh(refreshes);
      onDone(answer);
    },
    onFailed: async (error) => {
      showFieldErrors(form as FormInstance, error);
      // A field that is to blame says so itself: what was shown is still true.
      if (error.fields || !isRefusal(error)) return;
      // What is refused may have been decided by somebody else meanwhile.
      await refresh(refreshes).catch(() => {});
      setStale(error.code === codes.stale);
    },
  });
  const isBlocked = isVoid || (seen !== undefined && (!seen.data || seen.isFetching));

  function submit(values: V) {
    const ask = isBlocked ? null : body(values);
    if (!ask) return;
    setStale(false);
    void once.submit(ask);
  }

  const { isSending } = once;
  return { form, submit, isSending, isStale: isStale && !isVoid, isBlocked, isVoid, gone };
}
