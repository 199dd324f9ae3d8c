import { create } from "zustand";

/** Pages the person may open, for links outside the menu. The shell fills it. */
export interface Shortcut {
  to: string;
  title: string;
  icon?: string;
  folder: string;
  /** Which page of the application it shows. */
  component: string;
}

interface Shortcuts {
  list: Shortcut[];
}

export const useShortcuts = create<Shortcuts>(() => ({ list: [] }));
