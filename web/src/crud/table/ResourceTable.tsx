import { Button } from "antd";
import { useMemo, type ReactNode } from "react";
import type { ResourceMeta } from "@/api/resources";
import { usePermitted, useSession } from "@/lib/session";
import type { Row, TableColumn } from "@/crud/column";
import { searchFields, type SearchField } from "@/crud/fromMeta";
import { metaOf } from "@/crud/metaOf";
import { ColumnSettings } from "./ColumnSettings";
import { DataTable } from "./DataTable";
import { ListFrame } from "./ListFrame";
import { clickArrow } from "./orders";
import { type Adding, NoPermission, TableNotice } from "./TableNotice";
import { filterValues, withFilter, withOrders, withSearch } from "./tableState";
import { useColumnSettings } from "./useColumnSettings";
import { useList, type List } from "./useList";
import { useColumnOptions } from "./useOptions";
import { useSums, type Sums } from "./useSums";
import type { Source } from "./useTableData";

export interface ResourceTableProps<R extends Row, A = unknown> {
  meta: ResourceMeta;
  /** Made once (module level or memoised): rows are drawn again when it changes. */
  columns: readonly TableColumn<R>[];
  /** Columns that say nothing under a search; a list made once. */
  idleColumns?: ((search: List<R, A>["search"]) => readonly string[]) | undefined;
  /** Key of the saved columns; the resource's path unless a page has two tables of it. */
  name?: string | undefined;
  /** What opens the list; the resource's own permission unless said. */
  permission?: string | undefined;
  search?: readonly SearchField[] | undefined;
  /** Names of the search that have controls of their own beside the search form. */
  moreNames?: readonly string[] | undefined;
  /** Search fields that the page fixes. */
  fixed?: Record<string, string | number> | undefined;
  /** Where the rows come from when they do not come a page at a time. */
  source?: Source<R, A> | undefined;
  /** Draws other rows than were read: those of a tree that are open. */
  shape?: ((rows: readonly R[], list: List<R, A>) => readonly R[]) | undefined;
  /** A line between the search and the toolbar that narrows the list in its own way. */
  renderTabs?: ((list: List<R, A>) => ReactNode) | undefined;
  renderToolbar?: ((list: List<R, A>) => ReactNode) | undefined;
  /** Shown instead of the toolbar while rows are selected; none means no selection. */
  renderBatch?: ((list: List<R, A>) => ReactNode) | undefined;
  /** The line below all rows, by column; the first one's names it. */
  foot?: ((answer: A) => Readonly<Record<string, ReactNode>>) | undefined;
  /** A list of money: its sums stand below it. */
  sums?: Sums<R> | undefined;
  onSwitch?: ((row: R, column: TableColumn<R>, value: unknown) => Promise<void>) | undefined;
  onOpen?: ((row: R) => void) | undefined;
  adding?: Adding | undefined;
  onMove?: ((row: R, before: R | null, list: List<R, A>) => void) | undefined;
  /** A table inside a dialog keeps its state to itself instead of in the URL. */
  isEmbedded?: boolean | undefined;
}

const fixture = (prop: string, label: string, type: "selection" | "drag"): TableColumn => ({
  prop,
  label,
  type,
  fixed: "left",
  isFixture: true,
});

const SELECTION = fixture("_selection", "选择", "selection");
const DRAG = fixture("_drag", "移动", "drag");

/** A list with everything around it; its state is in the URL, its rows on the server. */
export function ResourceTable<R extends Row, A = unknown>(props: ResourceTableProps<R, A>) {
  const { meta, permission = `${meta.perm}:list` } = props;
  if (!usePermitted([permission]))
    return <NoPermission label={meta.label} permission={permission} />;
  return <PermittedTable {...props} />;
}

function PermittedTable<R extends Row, A>(props: ResourceTableProps<R, A>) {
  const { meta, name = meta.path, source, renderBatch, onMove } = props;
  const fields = useSearchable(meta, props.search);
  const list = useList<R, A>({ ...props, path: meta.path, fields, oneByOne: meta.oneByOne });
  const { state, setState } = list;
  const rows = props.shape ? props.shape(list.rows, list) : list.rows;

  const isSelecting = renderBatch !== undefined;
  const isMoving = onMove !== undefined;
  const complete = useMemo(() => {
    const fixtures = [...(isMoving ? [DRAG] : []), ...(isSelecting ? [SELECTION] : [])];
    return [...(fixtures as TableColumn<R>[]), ...props.columns];
  }, [isMoving, isSelecting, props.columns]);
  const columns = useColumnOptions(complete);
  const settings = useColumnSettings(name, columns, props.idleColumns?.(list.search));
  const sums = useSums(meta.path, columns, list, props.fixed, props.sums);

  return (
    <ListFrame
      label={meta.label}
      list={list}
      fields={fields}
      tabs={props.renderTabs?.(list)}
      actions={
        list.selected.length > 0 && renderBatch ? (
          <>
            <span className="table-selected" role="status">
              已选 {list.selected.length} 项
            </span>
            {renderBatch(list)}
            <Button type="link" onClick={() => list.select({})}>
              取消选择
            </Button>
          </>
        ) : (
          props.renderToolbar?.(list)
        )
      }
      tools={<ColumnSettings columns={columns} handle={settings} />}
      isPaged={source === undefined}
    >
      {(table, maxHeight) => (
        <DataTable
          ref={table}
          label={meta.label}
          resource={meta.path}
          columns={columns}
          rows={rows}
          settings={settings.settings}
          onWidth={settings.setWidth}
          orders={state.orders}
          onArrow={(column, asc) =>
            setState(withOrders(state, clickArrow(state.orders, column, asc)))
          }
          filterValues={(column) => filterValues(state, column)}
          onFilter={(column, values) => setState(withFilter(state, column, values))}
          selection={list.selection}
          onSelection={isSelecting ? list.select : undefined}
          maxHeight={maxHeight}
          isLoading={list.isLoading}
          isFetching={list.isFetching}
          isOld={list.isOld}
          expected={source ? undefined : state.size}
          shown={state}
          foot={list.answer === undefined ? sums : props.foot?.(list.answer)}
          onSwitch={props.onSwitch}
          onOpen={props.onOpen}
          onMove={onMove && ((row, before) => onMove(row, before, list))}
          placeholder={
            <TableNotice
              error={list.error}
              awaits={list.isAsked ? undefined : labelOf(meta, meta.oneByOne)}
              isNarrowed={Object.keys(state.search).length > 0}
              onRetry={list.reload}
              onClear={() => setState(withSearch(state, {}))}
              adding={props.adding}
            />
          }
        />
      )}
    </ListFrame>
  );
}

function labelOf(meta: ResourceMeta, prop: string | undefined): string {
  return meta.columns.find((column) => column.prop === prop)?.label ?? "";
}

/** The search fields; those that choose from a list the person may not see are left out. */
function useSearchable(
  meta: ResourceMeta,
  search: readonly SearchField[] | undefined,
): readonly SearchField[] {
  const permissions = useSession((state) => state.permissions);
  return useMemo(
    () =>
      (search ?? searchFields(meta)).filter(
        ({ ref }) => !ref || permissions.has(`${metaOf(ref).perm}:list`),
      ),
    [meta, search, permissions],
  );
}
