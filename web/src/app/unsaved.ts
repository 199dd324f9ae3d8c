import { create } from "zustand";
import { confirm } from "../lib/feedback";
import type { Tab } from "./tabs";

interface Unsaved {
  paths: ReadonlySet<string>;
}

/** Tabs that hold input nobody has saved yet. */
export const useUnsaved = create<Unsaved>(() => ({ paths: new Set() }));

export function markUnsaved(path: string, isUnsaved: boolean) {
  const { paths } = useUnsaved.getState();
  if (paths.has(path) === isUnsaved) return;
  const next = new Set(paths);
  if (isUnsaved) next.add(path);
  else next.delete(path);
  useUnsaved.setState({ paths: next });
}

/** Asks before these tabs lose what was typed; true when nothing is lost or it may be. */
export async function mayLose(tabs: readonly Tab[]): Promise<boolean> {
  const unsaved = tabs.filter((tab) => useUnsaved.getState().paths.has(tab.path));
  if (unsaved.length === 0) return true;
  const names = unsaved.map((tab) => `「${tab.title}」`).join("");
  const isSure = await confirm({
    kind: "warning",
    content: `${names}有未保存的修改，确定不保存吗？`,
    okText: "不保存",
    cancelText: "继续填写",
    isKeeping: true,
  });
  if (isSure) for (const tab of unsaved) markUnsaved(tab.path, false);
  return isSure;
}
