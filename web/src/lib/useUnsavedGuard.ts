import { useEffect } from "react";
import { confirm } from "./feedback";
import { useTabDirty } from "./tabScope";

/** The tab and the browser ask before they leave unsaved input behind. */
export function useUnsavedGuard(isDirty: boolean): void {
  useTabDirty(isDirty);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
}

/** True when nothing would be lost, or the person accepts to lose it. */
export async function mayDiscard(isDirty: boolean): Promise<boolean> {
  if (!isDirty) return true;
  return confirm({
    title: "提示",
    content: "有未保存的修改，确定离开吗？",
    okText: "不保存",
    cancelText: "继续填写",
    isKeeping: true,
  });
}
