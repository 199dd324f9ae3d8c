import { DeleteOutlined, ImportOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, type FormInstance } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { call } from "@/api/client";
import type { Action } from "@/api/resources";
import { confirmDelete } from "@/lib/feedback";
import type { Row, TableColumn } from "./column";
import { ExportButton } from "./ExportButton";
import type { FieldGroup, FieldOverrides } from "./form/FormFields";
import type { Values } from "./form/formValues";
import type { ColumnOverrides, SearchField } from "./fromMeta";
import { namesOf } from "./labelProp";
import { metaOf } from "./metaOf";
import { ImportDialog, ResourceForm } from "./lazyDialogs";
import { ResourceTable, type Narrowing, type Selection } from "./table/ResourceTable";
import { useAllowed, usePageColumns } from "./table/pageColumns";
import type { RowAction } from "./table/RowActions";
import { useStable } from "./useStable";
import { useInvalidateRows } from "./table/useTableData";

export interface ResourcePageProps<R extends Row = Row> {
  /** Path of the resource, such as "app/gonggao". */
  resource: string;
  /** Overrides below are made once, at module level: rows are drawn again when they change. */
  columns?: ColumnOverrides<R>;
  /** Columns that come before the others of the definition. */
  firstColumns?: readonly string[];
  /** Columns of the page's own, after those of the definition. */
  extraColumns?: readonly TableColumn<R>[];
  fields?: FieldOverrides;
  search?: readonly SearchField[];
  fixed?: Record<string, string | number>;
  initial?: Values;
  formWidth?: number | string;
  formGroups?: readonly FieldGroup[];
  formAside?: (form: FormInstance<Values>) => ReactNode;
  renderTabs?: (narrowing: Narrowing) => ReactNode;
  onReload?: () => void;
  /** Opens the page's own form instead of the generic one. */
  onAdd?: () => void;
  addText?: string;
  /** Actions of a row before 修改 and 删除. */
  actions?: (page: PageHandle) => RowAction<R>[];
  renderToolbar?: (page: PageHandle) => ReactNode;
  renderBatch?: (selection: Selection<R>, page: PageHandle) => ReactNode;
  /** What taking rows away is called where it does not delete them. */
  removal?: Removal<R>;
  /** A row that may not be changed or deleted says why. */
  refuseEdit?: (row: R) => string | undefined;
  refuseDelete?: (row: R) => string | undefined;
  onOpen?: (row: R) => void;
  onSaved?: (answer: { id: number } & Values, values: Values) => void;
  onMove?: (row: R, before: R | null, rows: readonly R[]) => void;
  name?: string;
  /** Which of the definition's actions this page offers; all of them unless said. */
  offers?: readonly Action[];
  /** Inside a dialog: state in memory, a fixed height. */
  isEmbedded?: boolean;
}

export interface Removal<R extends Row = Row> {
  verb: string;
  question: string;
  /** What a row is called in the question, where its name alone does not say which it is. */
  nameOf?: (row: R) => string;
}

const DELETION: Removal = { verb: "删除", question: "确认要删除吗？" };

/** What a page's own actions may do to the table they stand in. */
export interface PageHandle {
  reload: () => void;
  edit: (row: Row) => void;
}

/** The list of a resource with everything its definition and the person's permissions allow. */
export function ResourcePage<R extends Row = Row>(props: ResourcePageProps<R>) {
  const meta = metaOf(props.resource);
  const can = useAllowed(meta, props.offers);
  const removal: Removal<R> = props.removal ?? DELETION;
  const invalidate = useInvalidateRows();
  const [form, setForm] = useState<{ row: R | null } | null>(null);
  const [isImporting, setImporting] = useState(false);
  const reload = useStable(() => void invalidate(meta.path));
  const edit = useStable((row: Row) => setForm({ row: row as R }));
  const page = useMemo<PageHandle>(() => ({ reload, edit }), [reload, edit]);

  const remove = useStable(async (rows: readonly R[]) => {
    const { question, verb, nameOf } = removal;
    if (!(await confirmDelete(question, namesOf(meta, rows, nameOf), verb))) return false;
    await call("DELETE", `/api/${meta.path}/delByIds/${rows.map(({ id }) => id).join(",")}`);
    reload();
    return true;
  });
  const columns = usePageColumns(meta, { ...props, removal }, page, can, edit, remove);
  const onSwitch = useStable(async (row: R, column: TableColumn<R>, value: unknown) => {
    const body = { id: row.id, banbenSuo: row.banbenSuo, [column.prop]: value };
    try {
      await call("POST", `/api/${meta.path}/edit`, { body });
    } finally {
      // Also after a refusal: what is shown may be older than what is there.
      reload();
    }
  });
  const openAdd = props.onAdd ?? (() => setForm({ row: null }));

  return (
    <>
      <ResourceTable<R>
        meta={meta}
        columns={columns}
        name={props.name ?? meta.path}
        isEmbedded={props.isEmbedded ?? false}
        {...(props.search ? { search: props.search } : {})}
        {...(props.fixed ? { fixed: props.fixed } : {})}
        {...(props.renderTabs ? { renderTabs: props.renderTabs } : {})}
        {...(props.onReload ? { onReload: props.onReload } : {})}
        renderToolbar={({ query }) => (
          <>
            {can("add") ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={openAdd}>
                {props.addText ?? "新增"}
              </Button>
            ) : null}
            {can("import") ? (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                导入
              </Button>
            ) : null}
            {can("export") ? (
              <ExportButton meta={meta} query={{ ...query, ...props.fixed }} />
            ) : null}
            {props.renderToolbar?.(page)}
          </>
        )}
        {...(can("del") || props.renderBatch
          ? {
              renderBatch: (selection: Selection<R>) => (
                <>
                  {can("del") ? (
                    <Button
                      danger
                      icon={<DeleteOutlined />}
                      onClick={() =>
                        void remove(selection.rows).then(
                          (isGone) => isGone && selection.clear(),
                          () => {},
                        )
                      }
                    >
                      批量{removal.verb}
                    </Button>
                  ) : null}
                  {props.renderBatch?.(selection, page)}
                </>
              ),
            }
          : {})}
        onSwitch={onSwitch}
        {...((props.onOpen ?? can("edit")) ? { onOpen: props.onOpen ?? edit } : {})}
        {...(can("add") ? { onAdd: openAdd } : {})}
        {...(props.onMove && can("edit") ? { onMove: props.onMove } : {})}
      />
      {form ? (
        <ResourceForm
          meta={meta}
          row={form.row}
          {...(props.fields ? { fields: props.fields } : {})}
          {...(props.initial ? { initial: props.initial } : {})}
          {...(props.fixed && !form.row ? { fixed: props.fixed } : {})}
          {...(props.formGroups ? { groups: props.formGroups } : {})}
          {...(props.formAside ? { aside: props.formAside } : {})}
          {...(props.formWidth ? { width: props.formWidth } : {})}
          onClose={() => setForm(null)}
          onSaved={(answer, values) => {
            setForm(null);
            reload();
            props.onSaved?.(answer, values);
          }}
        />
      ) : null}
      {isImporting ? (
        <ImportDialog meta={meta} onClose={() => setImporting(false)} onImported={reload} />
      ) : null}
    </>
  );
}
