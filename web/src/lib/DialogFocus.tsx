import { useEffect, useRef, useState, type RefObject } from "react";
import { wantFocus } from "./arrival";

const FIELDS = [
  "input:not([type=hidden], [type=file], [type=submit], :disabled)",
  "textarea:not(:disabled)",
  "[role=switch]:not(:disabled)",
  "[role=tab][aria-selected=true]",
].join(",");

/** The last button of a footer is the one that acts, the first the one that changes nothing. */
const BUTTONS = {
  cancel: ".ant-modal-footer button:first-of-type",
  ok: ".ant-modal-footer button:last-of-type",
};

/**
 * Stands inside a dialog, where its fields are: they get the focus, not the ✕. A dialog without
 * any starts on a button.
 */
export function DialogFocus({ button = "cancel" }: { button?: "cancel" | "ok" }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // A frame later: until then a dialog below this one still holds the focus to itself.
    const frame = requestAnimationFrame(() => {
      const dialog = mark.current?.closest("[role=dialog]");
      const body = mark.current?.closest(".ant-modal-body");
      // A field that asked for the focus itself keeps it.
      if (!dialog || body?.contains(document.activeElement)) return;
      // The boxes and switches of a table's rows are no fields to fill in.
      const fields = body ? [...body.querySelectorAll<HTMLElement>(FIELDS)] : [];
      const first = fields.find((field) => !field.closest("table"));
      const target = first ?? dialog.querySelector<HTMLElement>(BUTTONS[button]);
      if (target) chosenOf(target).focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [button]);
  return <span ref={mark} hidden />;
}

/** Of several radios the chosen one stands for all, as Tab does it. */
function chosenOf(target: HTMLElement): HTMLElement {
  if (!(target instanceof HTMLInputElement) || target.type !== "radio") return target;
  const group = target.closest("[role=radiogroup]");
  return group?.querySelector<HTMLInputElement>("input:checked") ?? target;
}

/** For a dialog that is unmounted when it closes: gives the focus back to what opened it. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
      // What opened it is gone with what it did: the page goes on where it begins.
      else wantFocus();
    },
    [opener],
  );
}

/**
 * For a dialog that changes while it is open: what had the focus may go, or be switched off, with
 * what was done. Then the dialog has it. The answer is for an element inside.
 */
export function useFocusKept(): RefObject<HTMLDivElement | null> {
  const inside = useRef<HTMLDivElement>(null);
  // Whatever was drawn anew may have been what had it.
  useEffect(() => {
    const dialog = inside.current?.closest<HTMLElement>("[role=dialog]");
    if (dialog && isLost() && isOnTop(dialog)) dialog.focus({ preventScroll: true });
  });
  return inside;
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || activeElement.matches(":disabled");
}

/** Dialogs of hidden tabs are in the document too. */
function isOnTop(dialog: Element): boolean {
  const roots = [...document.querySelectorAll(".ant-modal-root")];
  const top = roots.findLast((root) => getComputedStyle(root).display !== "none");
  return top?.contains(dialog) ?? false;
}
