import { DownloadOutlined, ImportOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo } from "react";
import { resources } from "@/api/resources.gen";
import type { ResourceMeta } from "@/api/resources";
import type { Row, TableColumn } from "@/crud/column";
import { listColumns, searchFields } from "@/crud/fromMeta";
import { SearchForm } from "@/crud/search/SearchForm";
import { defaultSettings } from "@/crud/table/columnSettings";
import { DataTable } from "@/crud/table/DataTable";
import "@/crud/table/resourceTable.css";
import { useColumnOptions } from "@/crud/table/useOptions";
import { officeNow, SECOND } from "@/lib/day";
import { useDictStore } from "@/lib/dict";
import { toast } from "@/lib/feedback";
import { sampleRows } from "./toMeta";

/** The list as the product would draw it, with rows that are made up. */
export function ListPreview({ meta }: { meta: ResourceMeta }) {
  const dicts = useDictStore((state) => state.byType);
  const rows = useMemo(
    () => sampleRows(meta, { dicts, now: officeNow().format(SECOND) }),
    [meta, dicts],
  );
  const drawn = useMemo(() => listColumns<Row>(meta).map(unlinked), [meta]);
  const columns = useColumnOptions(drawn);
  const settings = useMemo(() => defaultSettings(columns), [columns]);
  const fields = useMemo(
    () => searchFields(meta).filter(({ ref }) => !ref || ref in resources),
    [meta],
  );
  return (
    <>
      {fields.length > 0 ? (
        <SearchForm label={meta.label} fields={fields} search={NO_SEARCH} onSearch={onlyShown} />
      ) : null}
      <div className="table-bar">
        <div className="table-actions">
          <Button type="primary" icon={<PlusOutlined />} onClick={onlyShown}>
            新增
          </Button>
          <Button icon={<ImportOutlined />} onClick={onlyShown}>
            导入
          </Button>
          <Button icon={<DownloadOutlined />} onClick={onlyShown}>
            导出
          </Button>
        </div>
      </div>
      <DataTable<Row>
        label={`${meta.label}预览`}
        resource={meta.path}
        columns={columns}
        rows={rows}
        settings={settings}
        onWidth={onlyShown}
        onSwitch={async () => onlyShown()}
        placeholder="没有在列表中显示的字段"
      />
    </>
  );
}

const NO_SEARCH: Record<string, string> = {};

function onlyShown() {
  toast.info("这里只是预览，生成后才能操作");
}

/** What is made up leads nowhere, and there is nothing behind its stars. */
function unlinked({ ref: _ref, ...column }: TableColumn): TableColumn {
  if (column.type !== "masked") return column;
  const { type: _type, ...plain } = column;
  return plain;
}
