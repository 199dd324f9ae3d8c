import { PlusOutlined } from "@ant-design/icons";
import { Button, Form } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import type { GenColumn } from "@/api/types.gen";
import { defaultSettings } from "@/crud/table/columnSettings";
import { DataTable } from "@/crud/table/DataTable";
import { useStable } from "@/lib/useStable";
import { ColumnMore } from "./ColumnMore";
import { columnsOfEditor } from "./columnCells";
import {
  added,
  changed,
  editable,
  moved,
  readColumns,
  removed,
  written,
  type EditedColumn,
} from "./columns";
import { SYSTEM } from "./kinds";

interface Props {
  value?: unknown;
  onChange?: (columns: GenColumn[]) => void;
}

interface Editing {
  /** What the form holds, as it was when these rows were made of it. */
  value: unknown;
  rows: EditedColumn[];
}

/** 字段: every column with what it becomes, in the order of the list and of the form. */
export function ColumnsField({ value, onChange }: Props) {
  const [editing, setEditing] = useState<Editing>(() => opened(value));
  // Another value than the one given out comes from elsewhere: from a newer record, or a reset.
  if (editing.value !== value) setEditing(opened(value));
  const [more, setMore] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isAdding = useRef(false);
  // A new column is below the others: whoever asked for it goes on there.
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    const row = [...(box.current?.querySelectorAll("tbody tr") ?? [])].at(-1);
    row?.querySelector<HTMLInputElement>("input[type=text]")?.focus();
  });

  const set = useStable((rows: EditedColumn[]) => {
    const next = written(rows, readColumns(value));
    setEditing({ value: next, rows });
    onChange?.(next);
  });
  const change = useStable((id: number, part: Partial<GenColumn>) =>
    set(editing.rows.map((row) => (row.id === id ? changed(row, part) : row))),
  );
  const remove = useStable((id: number) => set(removed(editing.rows, id)));
  const columns = useMemo(
    () => columnsOfEditor({ change, remove, more: setMore }),
    [change, remove],
  );
  const settings = useMemo(
    () => defaultSettings(columns.filter(({ isFixture }) => !isFixture)),
    [columns],
  );
  const system = readColumns(value).filter(({ fieldType }) => fieldType === SYSTEM).length;
  const shown = editing.rows.find(({ id }) => id === more);

  return (
    <div ref={box} className="gen-columns">
      <div className="gen-columns-bar">
        <Button
          icon={<PlusOutlined />}
          onClick={() => {
            isAdding.current = true;
            set(added(editing.rows));
          }}
        >
          新增字段
        </Button>
        <span className="muted">
          拖动首列调整顺序，或选中一行后按 Alt 加上下方向键
          {system > 0 ? `；另有 ${system} 个系统列由程序维护` : ""}
        </span>
      </div>
      {/* What is wrong with one column must not mark the controls of all. */}
      <Form.Item className="gen-columns-table">
        <DataTable<EditedColumn>
          label="字段"
          resource="code/gen/table"
          columns={columns}
          rows={editing.rows}
          settings={settings}
          onWidth={() => {}}
          onMove={(row, before) => set(moved(editing.rows, row, before))}
          placeholder="还没有字段，点“新增字段”开始"
        />
      </Form.Item>
      {shown ? (
        <ColumnMore
          column={shown}
          onSave={(part) => {
            change(shown.id, part);
            setMore(null);
          }}
          onClose={() => setMore(null)}
        />
      ) : null}
    </div>
  );
}

function opened(value: unknown): Editing {
  return { value, rows: editable(readColumns(value)) };
}
