import { useEffect, type ReactNode } from "react";
import { message } from "antd";
import { create } from "zustand";
import { lazyDialog } from "./lazyDialog";
import { useScreenLock } from "./screenLock";

export type ToastKind = "info" | "success" | "warning" | "error" | "loading";
type Show = (kind: ToastKind, content: ReactNode, key?: string) => void;

let show: Show | undefined;
let hide: ((key: string) => void) | undefined;
const waiting: Parameters<Show>[] = [];

function say(kind: ToastKind, content: ReactNode, key?: string) {
  if (show) show(kind, content, key);
  else waiting.push([kind, content, key]);
}

/** The key of the one result that leads on. */
let leading: string | undefined;
let steps = 0;

/** Short results at the top of the screen. Equal texts do not pile up. */
export const toast = {
  info: (content: ReactNode) => say("info", content),
  success: (content: ReactNode) => {
    // A step that was offered before is done, or another one comes next.
    toast.withdraw();
    leading = typeof content === "string" ? undefined : `next-step#${++steps}`;
    say("success", content, leading);
  },
  /** Another thing was begun, or the step was taken: what was offered is out of place. */
  withdraw: () => {
    if (leading) hide?.(leading);
    leading = undefined;
  },
  warning: (content: ReactNode) => say("warning", content),
  error: (content: ReactNode) => say("error", content),
  /** Stays until `toast.done(key)`. */
  loading: (key: string, content: ReactNode) => say("loading", content, key),
  done: (key: string) => hide?.(key),
};

/** For a button that may have to refuse: it is reached like the others, and says why. */
export function refusing(refusal: string | undefined, act: () => void) {
  if (refusal === undefined) return { onClick: act };
  return {
    "aria-disabled": true,
    // The kit's own look of what is switched off.
    className: "ant-btn-disabled",
    title: refusal,
    onClick: () => toast.info(refusal),
  };
}

const LATER = "toast-after-reload";

/** Said once the application has started again: what is on the screen now is about to go. */
export function toastAfterReload(text: string) {
  sessionStorage.setItem(LATER, text);
}

function sayLater() {
  const text = sessionStorage.getItem(LATER);
  sessionStorage.removeItem(LATER);
  if (text) toast.success(text);
}

export type DialogKind = "info" | "success" | "warning" | "danger";

export const dialogTitles: Record<DialogKind, string> = {
  info: "信息提示",
  success: "成功提示",
  warning: "警告提示",
  danger: "危险提示",
};

export interface DialogOptions {
  content: ReactNode;
  /** What the question is about, below its sentence: the name of a row. */
  about?: string;
  kind?: DialogKind;
  title?: string;
  okText?: string;
  cancelText?: string;
  width?: number | string;
  /** The focus starts on cancel; for what cannot be undone. Default: kind is danger. */
  focusCancel?: boolean;
  /** Going on as before is what is recommended: cancel is the primary button and has the focus. */
  isKeeping?: boolean;
}

export interface Question extends DialogOptions {
  id: number;
  isNotice: boolean;
  answer: (ok: boolean) => void;
}

interface Questions {
  open: Question[];
  nextId: number;
}

export const useQuestions = create<Questions>(() => ({ open: [], nextId: 1 }));

/** Pressed again before the question was there: its answer decides, and a second asker gets no. */
function isAsked({ content, about, title }: DialogOptions): boolean {
  const isSame = (one: Question) =>
    one.content === content && one.about === about && one.title === title;
  return typeof content === "string" && useQuestions.getState().open.some(isSame);
}

function ask(options: DialogOptions, isNotice: boolean): Promise<boolean> {
  if (isAsked(options)) return Promise.resolve(false);
  return new Promise((resolve) => {
    useQuestions.setState(({ open, nextId }) => {
      const answer = (ok: boolean) => {
        useQuestions.setState((now) => ({ open: now.open.filter((q) => q.id !== nextId) }));
        resolve(ok);
      };
      return { open: [...open, { ...options, id: nextId, isNotice, answer }], nextId: nextId + 1 };
    });
  });
}

/** Asks and answers true when the person agreed. Default kind: warning. */
export function confirm(options: DialogOptions): Promise<boolean> {
  return ask(options, false);
}

/** The delete question; the table passes its own full-width text. */
export function confirmDelete(
  content: ReactNode = "确认要删除吗?",
  about = "",
  okText = "删除",
): Promise<boolean> {
  return confirm({ content, about, kind: "danger", okText });
}

/** A dialog with one button, for what must be read. Default kind: info. */
export function notice(options: DialogOptions): Promise<boolean> {
  return ask({ kind: "info", ...options }, true);
}

const TOAST_S = 3;
/** Long enough to reach for the link in it. */
const LINK_S = 8;

/** What is not answered by a person is answered no. */
export function dismissQuestions() {
  for (const question of useQuestions.getState().open) question.answer(false);
}

// The dialog code is not needed to sign in, so it waits for the first question. When it does not
// come, closing the sentence in its place answers no.
const ConfirmHost = lazyDialog<{ onClose: () => void }>(
  async () => (await import("./ConfirmHost")).ConfirmHost,
);

/** Where toasts and questions appear; rendered once, inside the theme. */
export function FeedbackHost() {
  const [api, holder] = message.useMessage({ top: 16, maxCount: 4 });
  const asked = useQuestions((state) => state.open.length > 0);
  // Behind the cover a question would keep the focus that the password needs.
  const isLocked = useScreenLock((state) => state.isLocked);

  useEffect(() => {
    /** The key under which an equal text is shown now. */
    const shown = new Map<string, string>();
    let count = 0;
    show = (kind, content, key) => {
      let own = key;
      if (!own && typeof content === "string") {
        // Saying the same again under the same key would go on with the old time: the second
        // 操作成功 would vanish half a second after it was earned.
        const text = `${kind}:${content}`;
        const before = shown.get(text);
        if (before) api.destroy(before);
        own = `${text}#${++count}`;
        shown.set(text, own);
      }
      const lasts = typeof content === "string" ? TOAST_S : LINK_S;
      void api.open({ type: kind, content, key: own, duration: kind === "loading" ? 0 : lasts });
    };
    hide = (key) => api.destroy(key);
    for (const args of waiting.splice(0)) show(...args);
    sayLater();
    return () => {
      show = undefined;
      hide = undefined;
    };
  }, [api]);

  return (
    <>
      {holder}
      {asked && !isLocked && <ConfirmHost onClose={dismissQuestions} />}
    </>
  );
}
