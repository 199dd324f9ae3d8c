import { useMemo, useState } from "react";
import { flushPrefs, getPref, setPref } from "@/lib/prefs";
import type { Row, TableColumn } from "@/crud/column";
import { mergeSettings, parseSettings, settingsKey, type ColumnSetting } from "./columnSettings";
import { useStable } from "@/crud/useStable";

export interface ColumnSettingsHandle {
  settings: ColumnSetting[];
  change: (settings: ColumnSetting[]) => void;
  setWidth: (prop: string, width: number) => void;
  reset: () => Promise<void>;
}

/** A person's columns: in this browser under `<name>-TABLE`, with a copy on the server. */
export function useColumnSettings<R extends Row>(
  name: string,
  columns: readonly TableColumn<R>[],
): ColumnSettingsHandle {
  const key = settingsKey(name);
  const [saved, setSaved] = useState(() => readSaved(key));
  const settings = useMemo(
    () =>
      mergeSettings(
        columns.filter(({ isFixture }) => !isFixture),
        saved,
      ),
    [columns, saved],
  );

  const change = useStable((next: ColumnSetting[]) => {
    setSaved(next);
    localStorage.setItem(key, JSON.stringify(next));
    setPref(key, next);
  });
  const setWidth = useStable((prop: string, width: number) =>
    change(settings.map((setting) => (setting.prop === prop ? { ...setting, width } : setting))),
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
