import { useMemo, useState } from "react";
import { flushPrefs, getPref, setPref } from "@/lib/prefs";
import type { Row, TableColumn } from "@/crud/column";
import {
  mergeSettings,
  parseSettings,
  settingsKey,
  withIdle,
  withoutIdle,
  type ColumnSetting,
} from "./columnSettings";
import { useStable } from "@/lib/useStable";

export interface ColumnSettingsHandle {
  settings: ColumnSetting[];
  change: (settings: ColumnSetting[]) => void;
  setWidth: (prop: string, width: number) => void;
  reset: () => Promise<void>;
}

const NONE: readonly string[] = [];

/** A person's columns: in this browser under `<name>-TABLE`, with a copy on the server. */
export function useColumnSettings<R extends Row>(
  name: string,
  columns: readonly TableColumn<R>[],
  /** Those that say nothing in what is looked at. */
  idle: readonly string[] = NONE,
): ColumnSettingsHandle {
  const key = settingsKey(name);
  const [saved, setSaved] = useState(() => readSaved(key));
  const all = useMemo(
    () =>
      mergeSettings(
        columns.filter(({ isFixture }) => !isFixture),
        saved,
      ),
    [columns, saved],
  );
  const settings = useMemo(() => withIdle(all, idle), [all, idle]);

  function save(next: ColumnSetting[]) {
    setSaved(next);
    localStorage.setItem(key, JSON.stringify(next));
    setPref(key, next);
  }
  const change = useStable((next: ColumnSetting[]) => save(withoutIdle(next, all, idle)));
  const setWidth = useStable((prop: string, width: number) =>
    save(all.map((setting) => (setting.prop === prop ? { ...setting, width } : setting))),
  );
  const reset = useStable(async () => {
    localStorage.removeItem(key);
    setPref(key, null);
    await flushPrefs();
    location.reload();
  });
  return { settings, change, setWidth, reset };
}

/** The browser's copy is newer; the server's brings the columns back after a sign-out cleared it. */
function readSaved(key: string): ColumnSetting[] {
  const text = localStorage.getItem(key) ?? JSON.stringify(getPref(key) ?? null);
  return parseSettings(text);
}
