import { useMemo } from "react";
import type { Action, ResourceMeta } from "@/api/resources";
import { useSession } from "@/lib/session";
import type { Row, TableColumn } from "@/crud/column";
import { listColumns } from "@/crud/fromMeta";
import type { PageHandle, Removal, ResourcePageProps } from "@/crud/ResourcePage";
import { RowActions, type RowAction } from "./RowActions";

/** Which of the resource's actions exist and are permitted to this person. */
export function useAllowed(
  meta: ResourceMeta,
  offers: readonly Action[] = meta.actions,
): (action: Action) => boolean {
  const permissions = useSession((state) => state.permissions);
  return useMemo(() => {
    const allowed = new Set(
      meta.actions.filter(
        (name) => offers.includes(name) && permissions.has(`${meta.perm}:${name}`),
      ),
    );
    return (action) => allowed.has(action);
  }, [meta, offers, permissions]);
}

export function usePageColumns<R extends Row>(
  meta: ResourceMeta,
  props: ResourcePageProps<R> & { removal: Removal<R> },
  page: PageHandle,
  can: (action: Action) => boolean,
  edit: (row: Row) => void,
  remove: (rows: readonly R[]) => Promise<boolean>,
): TableColumn<R>[] {
  const { columns, firstColumns, extraColumns, actions, refuseEdit, refuseDelete } = props;
  const permissions = useSession((state) => state.permissions);
  const removeText = props.removal.verb;
  return useMemo(() => {
    const own = (actions?.(page) ?? []).filter(({ perm }) => !perm || permissions.has(perm));
    const offered: RowAction<R>[] = [...own];
    if (can("edit"))
      offered.push({
        label: "修改",
        onClick: edit,
        ...(refuseEdit ? { refusal: refuseEdit } : {}),
      });
    if (can("del"))
      offered.push({
        label: removeText,
        isDanger: true,
        onClick: (row) => void remove([row]).catch(() => {}),
        ...(refuseDelete ? { refusal: refuseDelete } : {}),
      });
    const list = listColumns(meta, columns, firstColumns).map((column) =>
      column.type === "switch" && !can("edit") ? asWords(column) : column,
    );
    const all = [...list, ...(extraColumns ?? [])];
    return offered.length > 0 ? [...all, actionColumn(offered)] : all;
  }, [
    meta,
    columns,
    firstColumns,
    extraColumns,
    actions,
    page,
    permissions,
    can,
    edit,
    remove,
    removeText,
    refuseEdit,
    refuseDelete,
  ]);
}

/** Someone who may not turn a switch reads its state as a word. */
function asWords<R extends Row>(column: TableColumn<R>): TableColumn<R> {
  return { ...column, type: column.dict ? "tag" : "bool" };
}

const LEAST_WIDTH = 76;
const LINK_GAP = 12;
const CELL_PADDING = 24;
const CHARACTER = 14;

function actionColumn<R extends Row>(actions: readonly RowAction<R>[]): TableColumn<R> {
  // Which action comes second differs from row to row: the longest decides.
  const labels = actions.map(({ label }) => label);
  const second = labels.slice(1).reduce((a, b) => (b.length > a.length ? b : a), "");
  const shown = labels.length > 3 ? [labels[0] ?? "", second, "更多 ▾"] : labels;
  const width = shown.reduce(
    (sum, label) => sum + label.length * CHARACTER + LINK_GAP,
    CELL_PADDING,
  );
  return {
    prop: "_actions",
    label: "操作",
    fixed: "right",
    isFixture: true,
    width: Math.max(LEAST_WIDTH, width),
    render: (row) => <RowActions row={row} actions={actions} />,
  };
}
