import { useMemo } from "react";
import { useDictStore } from "@/lib/dict";
import type { Option, Row, TableColumn } from "@/crud/column";

const YES_NO: Option[] = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
];

/** Columns with the choices of their dictionaries filled in, once for the whole table. */
export function useColumnOptions<R extends Row>(
  columns: readonly TableColumn<R>[],
): TableColumn<R>[] {
  const dicts = useDictStore((state) => state.byType);
  return useMemo(
    () =>
      columns.map((column) => {
        if (column.options) return column;
        const items = column.dict ? dicts[column.dict] : undefined;
        if (items) {
          const options = items.map(({ dictValue, dictLabel, tagType }) => ({
            value: dictValue,
            label: dictLabel,
            ...(tagType ? { tagType } : {}),
          }));
          return { ...column, options };
        }
        // What is filtered without a dictionary is a flag.
        return column.isFilter && !column.dict ? { ...column, options: YES_NO } : column;
      }),
    [columns, dicts],
  );
}
