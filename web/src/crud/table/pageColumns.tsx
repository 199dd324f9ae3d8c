import { useMemo } from "react";
import type { Action, ResourceMeta } from "@/api/resources";
import { useSession } from "@/lib/session";
import type { Row, TableColumn } from "@/crud/column";
import { listColumns } from "@/crud/fromMeta";
import type { PageDefinition, PageHandle } from "@/crud/page";
import { RowActions, type RowAction } from "./RowActions";
import type { Remove } from "./useRemoval";

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

interface Options {
  meta: ResourceMeta;
  page: PageDefinition<Row>;
  handle: PageHandle;
  can: (action: Action) => boolean;
  remove: Remove;
}

/** The columns of a page for this person, with what can be done to a row at the end. */
export function usePageColumns({ meta, page, handle, can, remove }: Options): TableColumn[] {
  const { run, verb } = remove;
  return useMemo(() => {
    const own = page.actions?.(handle) ?? [];
    const offered: RowAction<Row>[] = own.filter(({ perm }) => !perm || handle.may(perm));
    if (can("edit"))
      offered.push({ label: "修改", onClick: handle.edit, refusal: page.refuseEdit });
    if (can("del"))
      offered.push({
        label: verb,
        isDanger: true,
        onClick: (row) => void run([row]).catch(() => {}),
        refusal: page.refuseDelete,
      });
    const overrides = typeof page.columns === "function" ? page.columns(handle) : page.columns;
    const list = listColumns(meta, overrides, page.firstColumns).map((column) =>
      column.type === "switch" && !can("edit") ? asWords(column) : column,
    );
    return offered.length > 0 ? [...list, actionColumn(offered)] : list;
  }, [meta, page, handle, can, run, verb]);
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
