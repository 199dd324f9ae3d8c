import { ImportOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import type { ResourceMeta } from "@/api/resources";
import { useLinkTo } from "@/lib/linkTo";
import { withNext } from "@/lib/NextStep";
import { refusing } from "@/lib/feedback";
import { useSession } from "@/lib/session";
import type { Row, TableColumn } from "./column";
import { useShown } from "./detail/useShown";
import { ExportButton } from "./ExportButton";
import type { Values } from "./form/formValues";
import { searchFields } from "./fromMeta";
import { ImportDialog, ResourceForm } from "./lazyDialogs";
import type { PageDefinition, PageHandle } from "./page";
import { useAllowed, usePageColumns } from "./table/pageColumns";
import { newPlaces, saveOrder } from "./table/reorder";
import { ResourceTable } from "./table/ResourceTable";
import { useBatch } from "./table/useBatch";
import { useRemoval } from "./table/useRemoval";
import { useTree } from "./table/useTree";
import { saveRow } from "./rows";
import { sendOnce } from "./verb/callOnce";
import { metaOf } from "./metaOf";
import { useAdding } from "./useAdding";
import { useStable } from "@/lib/useStable";
import { useInvalidateRows } from "./table/useTableData";

interface Props {
  meta: ResourceMeta;
  page?: PageDefinition<Row>;
  /** Inside a dialog: narrowed to these, state in memory, a fixed height. */
  fixed?: Record<string, string | number> | undefined;
}

interface Form {
  row: Row | null;
  initial: Values;
}

const PLAIN: PageDefinition<Row> = {};

/** The list of a resource with everything its definition and the person's permissions allow. */
export function ResourcePage({ meta, page = PLAIN, fixed }: Props) {
  const can = useAllowed(meta, page.offers);
  const permissions = useSession((state) => state.permissions);
  const invalidate = useInvalidateRows();
  const [form, setForm] = useState<Form | null>(null);
  const [dialog, setDialog] = useState<{ draw: (close: () => void) => ReactNode } | null>(null);
  const [importing, setImporting] = useState<{ userId?: number } | null>(null);
  const shown = useShown();
  const reload = useStable(() => void invalidate(meta.path));
  const handle = useMemo<PageHandle>(
    () => ({
      reload,
      edit: (row) => setForm({ row, initial: {} }),
      add: (initial = {}) => setForm({ row: null, initial }),
      open: (draw) => setDialog({ draw }),
      show: shown.open,
      may: (permission) => permissions.has(permission),
    }),
    [reload, permissions, shown.open],
  );

  const linkTo = useLinkTo();
  const remove = useRemoval(meta, page.removal, reload);
  const tree = useTree(page.tree);
  const own = usePageColumns({ meta, page, handle, can, remove });
  const columns = useMemo(() => tree.columns(own), [tree, own]);
  const batch = useBatch(meta, page, handle, tree.isTree ? false : can("del"), remove);
  const search = useMemo(() => {
    const isNone = page.search === false || page.tree !== undefined;
    return isNone ? [] : searchFields(meta, page.search || {}, page.firstSearch);
  }, [meta, page]);

  const onSwitch = useStable(async (row: Row, column: TableColumn, value: unknown) => {
    const body = { id: row.id, banbenSuo: row.banbenSuo, [column.prop]: value };
    try {
      await sendOnce([meta.path, body], (key) => saveRow(meta.path, "edit", body, key));
    } finally {
      // Also after a refusal: what is shown may be older than what is there.
      reload();
    }
  });
  const openAdd = (userId?: number) => {
    if (page.onAdd) page.onAdd(handle, userId);
    else handle.add(userId === undefined ? {} : { userId });
  };
  useAdding(fixed === undefined && can("add"), (userId) => {
    // What somebody is filling in stays.
    if (!form && !dialog) openAdd(userId);
  });
  const opening = openingOf(page, handle, can("edit"));

  return (
    <>
      <ResourceTable<Row>
        meta={meta}
        columns={columns}
        name={page.name}
        idleColumns={page.idleColumns}
        isEmbedded={fixed !== undefined}
        search={search}
        moreNames={tree.names}
        fixed={fixed}
        source={tree.source}
        shape={tree.shape}
        sums={page.sums}
        renderTabs={page.tabs}
        renderToolbar={(list) => (
          <>
            {can("add") ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => openAdd()}>
                {page.addText ?? "新增"}
              </Button>
            ) : null}
            {can("import") ? (
              <Button
                icon={<ImportOutlined />}
                {...refusing(list.isAsked ? undefined : "先选择要导入给谁", () =>
                  setImporting(list.whose === undefined ? {} : { userId: list.whose }),
                )}
              >
                导入
              </Button>
            ) : null}
            {can("export") ? (
              <ExportButton meta={meta} query={{ ...list.query, ...fixed }} />
            ) : null}
            {page.tools?.(handle)}
            {tree.toolbar(list)}
          </>
        )}
        renderBatch={batch}
        onSwitch={onSwitch}
        onOpen={opening}
        adding={can("add") ? { text: page.addText ?? "新增", onClick: () => openAdd() } : undefined}
        onMove={
          page.isOrdered && can("edit")
            ? (row, before, { rows }) => {
                const siblings = tree.siblings(rows, row, before);
                if (!siblings) return;
                void saveOrder(meta.path, newPlaces(siblings, row, before)).then(reload);
              }
            : undefined
        }
      />
      {form ? (
        <ResourceForm
          meta={meta}
          row={form.row}
          fields={typeof page.fields === "function" ? page.fields(form.row) : (page.fields ?? {})}
          initial={{ ...page.initial, ...form.initial }}
          {...(fixed && !form.row ? { fixed } : {})}
          {...(page.formGroups ? { groups: page.formGroups } : {})}
          {...(page.formAside ? { aside: page.formAside } : {})}
          {...(page.formWidth ? { width: page.formWidth } : {})}
          title={form.row ? undefined : page.addText}
          also={form.row ? undefined : page.also}
          said={({ id }, values) => {
            const next = form.row ? undefined : page.next?.(values, id);
            if (!next || !permissions.has(`${metaOf(next.to).perm}:add`)) return undefined;
            const href = linkTo(next.to, { adding: next.userId ?? 0 });
            if (!href) return undefined;
            return withNext({ label: next.label, go: () => window.location.assign(href) });
          }}
          onClose={() => setForm(null)}
          onSaved={(answer, values) => {
            setForm(null);
            reload();
            page.onSaved?.(answer, values, handle);
          }}
        />
      ) : null}
      {page.detail && shown.id !== null && handle.may(page.detail.perm)
        ? page.detail.draw(shown.id, shown, handle)
        : null}
      {dialog?.draw(() => setDialog(null))}
      {importing ? (
        <ImportDialog
          meta={meta}
          {...importing}
          onClose={() => setImporting(null)}
          onImported={reload}
        />
      ) : null}
    </>
  );
}

/** What Enter on a row does for this person. */
function openingOf(page: PageDefinition<Row>, handle: PageHandle, canEdit: boolean) {
  const { opening } = page;
  if (opening)
    return handle.may(opening.perm) ? (row: Row) => opening.open(row, handle) : undefined;
  return canEdit ? handle.edit : undefined;
}
