import type { TableColumn } from "@/crud/column";

export type Pin = "left" | "right";

/** What a person decided about one column. */
export interface ColumnSetting {
  prop: string;
  isShow: boolean;
  /** Shown by hand where it says nothing: stays, wherever the list is looked at. */
  isChosen?: boolean;
  width?: number;
  pin?: Pin;
}

export function settingsKey(tableName: string): string {
  return `${tableName}-TABLE`;
}

export function defaultSettings(
  columns: readonly Pick<TableColumn, "prop" | "isShow" | "fixed">[],
): ColumnSetting[] {
  return columns.map(({ prop, isShow = true, fixed }) => ({
    prop,
    isShow,
    ...(fixed ? { pin: fixed } : {}),
  }));
}

/**
 * Applies saved settings to the columns there are today: the saved order wins, a column that no
 * longer exists is dropped, and one that is new since the save is appended as it was defined.
 */
export function mergeSettings(
  columns: readonly TableColumn[],
  saved: readonly ColumnSetting[],
): ColumnSetting[] {
  const known = new Map(defaultSettings(columns).map((setting) => [setting.prop, setting]));
  const merged: ColumnSetting[] = [];
  for (const setting of saved) {
    if (!known.delete(setting.prop)) continue;
    merged.push(setting);
  }
  return [...merged, ...known.values()];
}

/** The columns of a view in which some say nothing: those are hidden unless they were chosen. */
export function withIdle(
  settings: readonly ColumnSetting[],
  idle: readonly string[],
): ColumnSetting[] {
  return settings.map((setting) =>
    isIdle(setting, idle) ? { ...setting, isShow: false } : setting,
  );
}

/** What was decided in such a view: hiding what says nothing was the view's doing, not a choice. */
export function withoutIdle(
  decided: readonly ColumnSetting[],
  before: readonly ColumnSetting[],
  idle: readonly string[],
): ColumnSetting[] {
  const known = new Map(before.map((setting) => [setting.prop, setting.isShow]));
  return decided.map(({ isChosen, ...setting }) => {
    if (!idle.includes(setting.prop)) return isChosen ? { ...setting, isChosen } : setting;
    if (setting.isShow) return { ...setting, isChosen: true };
    return { ...setting, isShow: known.get(setting.prop) ?? true };
  });
}

const isIdle = ({ prop, isChosen }: ColumnSetting, idle: readonly string[]) =>
  isChosen !== true && idle.includes(prop);

/** Reads a saved value that may come from an older version, another tab or a curious hand. */
export function parseSettings(text: string | null | undefined): ColumnSetting[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.flatMap(readSetting) : [];
  } catch {
    return [];
  }
}

function readSetting(value: unknown): ColumnSetting[] {
  if (typeof value !== "object" || value === null) return [];
  const { prop, isShow, isChosen, width, pin } = value as Record<string, unknown>;
  if (typeof prop !== "string") return [];
  return [
    {
      prop,
      isShow: isShow !== false,
      ...(isChosen === true ? { isChosen } : {}),
      ...(isWidth(width) ? { width } : {}),
      ...(pin === "left" || pin === "right" ? { pin } : {}),
    },
  ];
}

export const MIN_WIDTH = 48;
/** Wider than any screen: nobody made a column so. */
const MAX_WIDTH = 5000;

function isWidth(width: unknown): width is number {
  return typeof width === "number" && width >= MIN_WIDTH && width <= MAX_WIDTH;
}

export function moveSetting(
  settings: readonly ColumnSetting[],
  from: number,
  to: number,
): ColumnSetting[] {
  const next = [...settings];
  const [moved] = next.splice(from, 1);
  if (moved) next.splice(to, 0, moved);
  return next;
}
