import { SearchOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { useMemo, useState } from "react";
import { call, quiet } from "@/api/client";
import type { Row, TableColumn } from "@/crud/column";
import { defaultSettings } from "@/crud/table/columnSettings";
import { DataTable } from "@/crud/table/DataTable";
import { Pager } from "@/crud/table/Pager";
import { TableNotice } from "@/crud/table/TableNotice";
import "@/crud/table/resourceTable.css";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { useSettled } from "@/lib/useSettled";
import "./gen.css";

interface Found extends Row {
  tableName: string;
  biaoMingcheng: string;
  tishi: string | null;
}

interface Props {
  onClose: () => void;
  onImported: (ids: readonly number[]) => void;
}

const MOST = 50;
const HEIGHT = 380;

const COLUMNS: TableColumn<Found>[] = [
  { prop: "_selection", label: "选择", type: "selection", fixed: "left", isFixture: true },
  { prop: "tableName", label: "表名", width: 220 },
  { prop: "biaoMingcheng", label: "表描述", width: 160 },
  {
    prop: "tishi",
    label: "说明",
    width: 260,
    render: ({ tishi }) => (tishi === null ? null : `定义须手工修改：${tishi}`),
  },
];
const SETTINGS = defaultSettings(COLUMNS.filter(({ isFixture }) => !isFixture));

/** 导入表: tables of the database that have no settings yet; several are taken at once. */
export function ImportTables({ onClose, onImported }: Props) {
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState({ current: 1, size: 10 });
  /** Chosen tables, also those of other pages and searches. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const tableName = useSettled(typed, 300);
  const found = useQuery({
    queryKey: ["rows", "code/gen/table", "db", tableName, page],
    queryFn: ({ signal }) =>
      call("GET /code/gen/table/db/findAllByPage", { tableName, ...page }, { ...quiet, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const rows = useMemo<Found[]>(
    () => (found.data?.records ?? []).map((table, at) => ({ ...table, id: at + 1 })),
    [found.data],
  );
  const selection = Object.fromEntries(
    rows
      .filter((row) => chosen.includes(row.tableName))
      .map(({ id }) => [String(id), true as const]),
  );
  const verb = useVerb("POST /code/gen/importTable", {
    isVoid: chosen.length === 0 || chosen.length > MOST,
    body: () => ({ tables: [...chosen] }),
    refreshes: ["code/gen/table"],
    onDone: ({ ids }) => onImported(ids),
  });

  function select(next: Record<string, boolean>) {
    const here = new Set(rows.map((row) => row.tableName));
    const kept = chosen.filter((name) => !here.has(name));
    const ticked = rows.filter(({ id }) => next[String(id)]).map((row) => row.tableName);
    setChosen([...kept, ...ticked]);
  }

  return (
    <VerbDialog
      verb={verb}
      title="导入表"
      okText={chosen.length > 0 ? `导入 ${chosen.length} 张表` : "导入"}
      width={760}
      intro={
        <div className="gen-import">
          <Input
            allowClear
            prefix={<SearchOutlined />}
            aria-label="按表名或描述查找"
            placeholder="按表名或描述查找"
            maxLength={64}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setPage({ ...page, current: 1 });
            }}
          />
          <DataTable<Found>
            label="数据库中的表"
            resource="code/gen/table"
            columns={COLUMNS}
            rows={rows}
            settings={SETTINGS}
            onWidth={() => {}}
            selection={selection}
            onSelection={select}
            onOpen={({ id }) =>
              select({ ...selection, [String(id)]: selection[String(id)] !== true })
            }
            maxHeight={HEIGHT}
            isLoading={found.isLoading}
            isFetching={found.isFetching}
            expected={page.size}
            shown={`${tableName} ${page.current}`}
            placeholder={
              <TableNotice
                error={found.error}
                isNarrowed={tableName !== ""}
                onRetry={() => void found.refetch()}
                onClear={() => setTyped("")}
                adding={undefined}
              />
            }
          />
          <Pager
            {...page}
            total={found.data?.total ?? 0}
            isTotalExact
            isUnknown={found.data === undefined}
            onPage={(current) => setPage({ ...page, current })}
            onSize={(size) => setPage({ current: 1, size })}
          />
          <Note count={chosen.length} />
        </div>
      }
      onClose={onClose}
    />
  );
}

function Note({ count }: { count: number }) {
  return (
    <p className="muted gen-import-note" role="status">
      {count > MOST
        ? `一次最多导入 ${MOST} 张表`
        : "字段的类型、标签和用法按列名、类型和注释推断，导入后可以修改。"}
    </p>
  );
}
