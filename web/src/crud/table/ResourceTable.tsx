import { ReloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { RowSelectionState } from "@tanstack/react-table";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { ResourceMeta } from "@/api/resources";
import { usePermitted } from "@/lib/session";
import { StaleNotice } from "@/widgets/StaleNotice";
import type { Row, TableColumn } from "@/crud/column";
import { ColumnSettings } from "./ColumnSettings";
import { DataTable } from "./DataTable";
import { queryNames, searchFields, type SearchField } from "@/crud/fromMeta";
import { clickArrow } from "./orders";
import { Pager } from "./Pager";
import "./resourceTable.css";
import { SearchForm } from "@/crud/search/SearchForm";
import { NoPermission, TableNotice } from "./TableNotice";
import {
  filterValues,
  withFilter,
  withOrders,
  withSearch,
  listQuery,
  withSize,
  type TableNames,
} from "./tableState";
import { useColumnSettings } from "./useColumnSettings";
import { useMaxHeight } from "./useMaxHeight";
import { useColumnOptions } from "./useOptions";
import { useTableData } from "./useTableData";
import { useTableState } from "./useTableState";

export interface Selection<R extends Row> {
  rows: R[];
  clear: () => void;
}

/** What the list is narrowed to, as it stands in the URL. */
export interface Narrowing {
  search: Readonly<Record<string, string>>;
  onSearch: (search: Record<string, string>) => void;
}

export interface ResourceTableProps<R extends Row> {
  meta: ResourceMeta;
  /** Made once (module level or memoised): rows are drawn again when it changes. */
  columns: readonly TableColumn<R>[];
  /** Key of the saved columns; the resource's path unless a page has two tables of it. */
  name?: string;
  search?: readonly SearchField[];
  /** Search fields that the page fixes. */
  fixed?: Record<string, string | number>;
  /** Another verb when the list is not findAllByPage. */
  verb?: string;
  /** A line between the search and the toolbar that narrows the list in its own way. */
  renderTabs?: (narrowing: Narrowing) => ReactNode;
  renderToolbar?: (state: { query: Record<string, string> }) => ReactNode;
  /** Shown instead of the toolbar while rows are selected; none means no selection. */
  renderBatch?: (selection: Selection<R>) => ReactNode;
  onSwitch?: (row: R, column: TableColumn<R>, value: unknown) => Promise<void>;
  onOpen?: (row: R) => void;
  onAdd?: () => void;
  /** 刷新 was pressed; for figures beside the rows. */
  onReload?: () => void;
  onMove?: (row: R, before: R | null, rows: readonly R[]) => void;
  /** A table inside a dialog keeps its state to itself instead of in the URL. */
  isEmbedded?: boolean;
}

const SELECTION: TableColumn = {
  prop: "_selection",
  label: "选择",
  type: "selection",
  fixed: "left",
  isFixture: true,
};

const DRAG: TableColumn = {
  prop: "_drag",
  label: "移动",
  type: "drag",
  fixed: "left",
  isFixture: true,
};

/** Search, toolbar, table and pager of one resource; its state is in the URL, its rows on the server. */
export function ResourceTable<R extends Row>(props: ResourceTableProps<R>) {
  const permission = `${props.meta.perm}:list`;
  if (!usePermitted([permission]))
    return <NoPermission label={props.meta.label} permission={permission} />;
  return <PermittedTable {...props} />;
}

function PermittedTable<R extends Row>(props: ResourceTableProps<R>) {
  const { meta, name = meta.path, fixed, verb, renderBatch } = props;
  const fields = useMemo(() => props.search ?? searchFields(meta), [props.search, meta]);
  const names = useMemo(() => tableNames(fields, props.columns), [fields, props.columns]);
  const [state, setState] = useTableState(names, props.isEmbedded);
  const data = useTableData<R>({
    path: meta.path,
    state,
    ...(fixed ? { fixed } : {}),
    ...(verb ? { verb } : {}),
  });

  const [chosen, setChosen] = useState<{ key: unknown; ids: RowSelectionState }>({
    key: state,
    ids: {},
  });
  // Another page or another search shows other rows: what was ticked is out of sight and let go.
  const selection = chosen.key === state ? chosen.ids : NOTHING;
  const select = (ids: RowSelectionState) => setChosen({ key: state, ids });
  const selected = data.rows.filter(({ id }) => selection[id]);

  const isSelecting = renderBatch !== undefined;
  const isMoving = props.onMove !== undefined;
  const complete = useMemo(() => {
    const fixtures = [...(isMoving ? [DRAG] : []), ...(isSelecting ? [SELECTION] : [])];
    return [...(fixtures as TableColumn<R>[]), ...props.columns];
  }, [isMoving, isSelecting, props.columns]);
  const columns = useColumnOptions(complete);
  const settings = useColumnSettings(name, columns);

  const table = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const pager = useRef<HTMLDivElement>(null);
  const maxHeight = useMaxHeight(table, form, bar, pager);

  function search(asked: Record<string, string>) {
    // Pressing 查询 again asks again: someone wants to know what is there now.
    if (isSame(asked, state.search) && state.current === 1) {
      data.reload();
      props.onReload?.();
    } else setState(withSearch(state, asked), "push");
  }

  // Rows deleted from under the last page lead to the page that is last now.
  const lastPage = Math.max(1, Math.ceil(data.total / state.size));
  const isBeyond = !data.isFetching && !data.error && state.current > lastPage;
  useEffect(() => {
    if (isBeyond) setState({ ...state, current: lastPage });
  });

  return (
    <div className="list-page">
      {fields.length > 0 ? (
        <SearchForm
          ref={form}
          label={meta.label}
          fields={fields}
          search={state.search}
          onSearch={search}
        />
      ) : null}
      <div className="table-top" ref={bar}>
        {props.renderTabs?.({ search: state.search, onSearch: search })}
        <div className="table-bar">
          <div className="table-actions">
            {selected.length > 0 && renderBatch ? (
              <>
                <span className="table-selected" role="status">
                  已选 {selected.length} 项
                </span>
                {renderBatch({ rows: selected, clear: () => select({}) })}
                <Button type="link" onClick={() => select({})}>
                  取消选择
                </Button>
              </>
            ) : (
              props.renderToolbar?.({ query: listQuery(state) })
            )}
          </div>
          <div className="table-actions">
            <Button
              icon={<ReloadOutlined spin={data.isFetching} />}
              aria-label="刷新"
              title="刷新"
              onClick={() => {
                data.reload();
                props.onReload?.();
              }}
            />
            <ColumnSettings columns={columns} handle={settings} />
          </div>
        </div>
        {data.error && data.rows.length > 0 ? <StaleNotice onRetry={data.reload} /> : null}
      </div>
      <DataTable
        ref={table}
        label={meta.label}
        resource={meta.path}
        columns={columns}
        rows={data.rows}
        settings={settings.settings}
        onWidth={settings.setWidth}
        orders={state.orders}
        onArrow={(column, asc) =>
          setState(withOrders(state, clickArrow(state.orders, column, asc)))
        }
        filterValues={(column) => filterValues(state, column)}
        onFilter={(column, values) => setState(withFilter(state, column, values))}
        selection={selection}
        onSelection={select}
        maxHeight={maxHeight}
        isLoading={data.isLoading}
        isFetching={data.isFetching}
        isOld={data.isOld}
        shown={state}
        placeholder={
          <TableNotice
            error={data.error}
            isNarrowed={Object.keys(state.search).length > 0}
            onRetry={data.reload}
            onClear={() => setState(withSearch(state, {}))}
            {...(props.onAdd ? { onAdd: props.onAdd } : {})}
          />
        }
        {...pick(props)}
      />
      <Pager
        ref={pager}
        current={state.current}
        size={state.size}
        total={data.total}
        isTotalExact={data.isTotalExact}
        isUnknown={data.rows.length === 0 && (data.error !== null || data.isLoading)}
        onPage={(current) => setState({ ...state, current })}
        onSize={(size) => setState(withSize(state, size))}
      />
    </div>
  );
}

const NOTHING: RowSelectionState = {};

function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function pick<R extends Row>({ onSwitch, onOpen, onMove }: ResourceTableProps<R>) {
  return { onSwitch, onOpen, onMove };
}

function tableNames<R extends Row>(
  fields: readonly SearchField[],
  columns: readonly TableColumn<R>[],
): TableNames {
  const filters = columns.filter(({ isFilter }) => isFilter).map(({ prop }) => prop);
  const sortable = columns.filter(({ isSort }) => isSort).map(({ prop }) => prop);
  return {
    search: new Set([...fields.flatMap(queryNames), ...filters]),
    sortable: new Set(sortable),
  };
}
