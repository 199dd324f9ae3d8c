import { create } from "zustand";
import { sizes, type Mode, type Size } from "@/theme/tokens";
import { getPref, setPref } from "./prefs";

export type { Mode, Size } from "@/theme/tokens";

interface Appearance {
  size: Size;
  mode: Mode;
}

const key = "appearance";

function parse(value: unknown): Partial<Appearance> {
  if (typeof value !== "object" || value === null) return {};
  const { size, mode } = value as Partial<Appearance>;
  return {
    ...(size && Object.hasOwn(sizes, size) ? { size } : {}),
    ...(mode === "light" || mode === "dark" ? { mode } : {}),
  };
}

function stored(): Partial<Appearance> {
  try {
    return parse(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return {};
  }
}

/** The person's size (small by default) and mode; the browser's wish decides a first visit. */
export const useAppearance = create<Appearance>(() => ({
  size: "small",
  mode: globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  ...stored(),
}));

export function setAppearance(change: Partial<Appearance>) {
  useAppearance.setState(change);
  const { size, mode } = useAppearance.getState();
  localStorage.setItem(key, JSON.stringify({ size, mode }));
  setPref(key, { size, mode });
}

/** After sign-in, which found this browser's storage empty: what the server keeps comes back. */
export function restoreAppearance() {
  if (localStorage.getItem(key) !== null) return;
  const kept = parse(getPref(key));
  if (Object.keys(kept).length === 0) return;
  useAppearance.setState(kept);
  localStorage.setItem(key, JSON.stringify(useAppearance.getState()));
}

/** The current size with its control and row heights in px. */
export function useSize(): { size: Size; control: number; row: number; font: number } {
  const size = useAppearance((state) => state.size);
  return { size, ...sizes[size] };
}
