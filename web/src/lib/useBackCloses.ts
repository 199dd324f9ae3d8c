import { useEffect } from "react";
import { useStable } from "./useStable";
import { useTab } from "./tabScope";

/** An open dialog of the page that is shown. */
interface Layer {
  path: string;
  /** Answers false when it stays: something was typed, or is on its way. */
  close: () => Promise<boolean>;
}

/** What the router keeps with an entry of the history; `layers` is how many dialogs lie over the page. */
interface Kept {
  usr?: { layers?: number } | null;
  idx?: number;
}

/** Long enough for a page that is shown again to have its dialogs back. */
const SHOWN_MS = 200;
const LEFT_MS = 1000;

const open: Layer[] = [];
/** An entry is being left because its dialog was closed otherwise. */
let isLeaving = false;

const kept = () => (window.history.state ?? {}) as Kept;
const depth = () => kept().usr?.layers ?? 0;
const pathNow = () => window.location.hash.slice(1).split("?")[0];

/** Every open dialog has an entry of the history, at the same address. */
function cover() {
  if (isLeaving || depth() >= open.length) return;
  // What a link led to has no state, and looks like a link when one comes back to it.
  if (window.history.state === null)
    window.history.replaceState({ idx: 0, key: "default", usr: null }, "");
  const state = {
    idx: (kept().idx ?? 0) + 1,
    key: Math.random().toString(36).slice(2, 10),
    usr: { layers: open.length },
  };
  window.history.pushState(state, "", window.location.href);
}

/** The entry of a dialog that is gone is none to come back to. */
function uncover() {
  if (isLeaving || depth() <= open.length) return;
  isLeaving = true;
  window.history.back();
  // Whoever goes elsewhere in that very moment is never told that it was left.
  setTimeout(settle, LEFT_MS);
}

function settle() {
  isLeaving = false;
  cover();
}

async function onBack() {
  if (isLeaving) {
    settle();
    return;
  }
  const top = open.at(-1);
  if (depth() > open.length) setTimeout(uncover, SHOWN_MS);
  else if (top && top.path === pathNow() && depth() < open.length && !(await top.close())) cover();
}

window.addEventListener("popstate", () => {
  // A link to an address is told like a way back, but leads to what has no state yet.
  if (window.history.state !== null) void onBack();
});

/**
 * Back closes this dialog and leaves the page under it as it is. Another tab's page takes its
 * dialogs with it, and brings them back.
 */
export function useBackCloses(close: () => Promise<boolean>, isOn: boolean): void {
  const path = useTab()?.path;
  const stable = useStable(close);
  useEffect(() => {
    if (!isOn || path === undefined) return;
    const layer = { path, close: stable };
    open.push(layer);
    cover();
    return () => {
      open.splice(open.indexOf(layer), 1);
      // What closes it may lead elsewhere at once: then its entry lies below, and is passed over.
      setTimeout(uncover);
    };
  }, [isOn, path, stable]);
}
