import { useQuery } from "@tanstack/react-query";
import { Descriptions } from "antd";
import { useOpeners } from "@/crud/detail/openers";
import { cellFor, type CellEnv } from "@/crud/table/cells";
import type { CellType, TableColumn } from "@/crud/column";
import { listColumns } from "@/crud/fromMeta";
import { findRow } from "@/crud/rows";
import { metaOf } from "@/crud/metaOf";
import { useColumnOptions } from "@/crud/table/useOptions";
import { Dialog } from "@/lib/Dialog";
import { Loaded } from "@/widgets/Loaded";
import type { Target } from "./revealLog";

/** What needs a viewer of its own says nothing about whose record it is. */
const LEFT_OUT = new Set<CellType>(["avatar", "image", "images", "file", "fuwenben", "json"]);

/** Read only: a name opens its row, and nothing is changed here. */
const ENV = { view: () => {}, onSwitch: async () => {} };

/** The record that was looked at, as its list shows it; what is masked stays masked. */
export function RecordDialog({ resource, id, onClose }: Target & { onClose: () => void }) {
  const meta = metaOf(resource);
  const columns = useColumnOptions(shownColumns(resource));
  const env: CellEnv = { ...ENV, resource, openers: useOpeners() };
  const record = useQuery({
    queryKey: ["record", resource, id],
    queryFn: ({ signal }) => findRow(resource, id, { signal }),
    gcTime: 0,
  });
  return (
    <Dialog title={`${meta.label} ${id}`} width={700} onClose={onClose}>
      <Loaded query={record} rows={6}>
        {(row) => (
          <Descriptions
            size="small"
            column={2}
            items={columns.map((column) => ({
              key: column.prop,
              label: column.label,
              children: cellFor(column, env)(row),
            }))}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

function shownColumns(resource: string): TableColumn[] {
  return listColumns(metaOf(resource)).flatMap((column): TableColumn[] => {
    if (column.type && LEFT_OUT.has(column.type)) return [];
    if (column.type === "switch") return [{ ...column, type: column.dict ? "tag" : "bool" }];
    const { type, ...plain } = column;
    return [type === "link" || type === "longText" ? plain : column];
  });
}
