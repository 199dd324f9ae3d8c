import { create } from "zustand";
import { confirm } from "@/lib/feedback";
import type { Tab } from "./tabs";

type Ids = ReadonlySet<string>;

interface Unsaved {
  /** By tab, the forms that hold input nobody has saved yet; a tab without any is not in it. */
  paths: ReadonlyMap<string, Ids>;
}

export const useUnsaved = create<Unsaved>(() => ({ paths: new Map() }));

/** One form of a tab has unsaved input, or has it no longer. */
export function markUnsaved(path: string, id: string, isUnsaved: boolean) {
  const ids = useUnsaved.getState().paths.get(path) ?? NONE;
  if (ids.has(id) === isUnsaved) return;
  setUnsaved(
    path,
    isUnsaved ? new Set([...ids, id]) : new Set([...ids].filter((one) => one !== id)),
  );
}

/** Which forms of a tab have unsaved input, all of them. */
export function setUnsaved(path: string, ids: Ids) {
  const { paths } = useUnsaved.getState();
  if (ids.size === 0 && !paths.has(path)) return;
  const next = new Map(paths);
  if (ids.size > 0) next.set(path, ids);
  else next.delete(path);
  useUnsaved.setState({ paths: next });
}

/** The browser asks before it is closed over unsaved input, also while a lock covers the forms. */
export function watchUnsaved() {
  window.addEventListener("beforeunload", (event) => {
    if (useUnsaved.getState().paths.size > 0) event.preventDefault();
  });
}

const NONE: Ids = new Set();

/** Those of these tabs that hold unsaved input. */
const unsavedOf = (tabs: readonly Tab[]) =>
  tabs.filter((tab) => useUnsaved.getState().paths.has(tab.path));

/** What these tabs would lose, in words; empty where they lose nothing. */
export function unsavedWords(tabs: readonly Tab[]): string {
  const names = unsavedOf(tabs)
    .map((tab) => `「${tab.title}」`)
    .join("");
  return names && `${names}有未保存的修改`;
}

/** Asks before these tabs lose what was typed; true when nothing is lost or it may be. */
export async function mayLose(tabs: readonly Tab[]): Promise<boolean> {
  const unsaved = unsavedOf(tabs);
  if (unsaved.length === 0) return true;
  const isSure = await confirm({
    kind: "warning",
    content: `${unsavedWords(unsaved)}，确定不保存吗？`,
    okText: "不保存",
    cancelText: "继续填写",
    isKeeping: true,
  });
  if (isSure) for (const tab of unsaved) setUnsaved(tab.path, NONE);
  return isSure;
}
