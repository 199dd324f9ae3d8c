import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Button, Form, Skeleton, type FormInstance } from "antd";
import { useId, useMemo, useRef, useState, type ReactNode } from "react";
import type { ColumnMeta, ResourceMeta } from "@/api/resources";
import { Dialog } from "@/lib/Dialog";
import { usePermitted } from "@/lib/session";
import { useTaken } from "@/lib/useTaken";
import type { Row } from "@/crud/column";
import { findRow } from "@/crud/rows";
import { ConflictDialog } from "./ConflictDialog";
import { FormFields, type FieldGroup, type FieldOverrides } from "./FormFields";
import type { Values } from "./formValues";
import { keepEnterFromPopups } from "@/crud/search/popupKeys";
import "./resourceForm.css";
import { useSave } from "./useSave";

export interface ResourceFormProps {
  meta: ResourceMeta;
  /** The row to change; null adds a new one. */
  row: Row | null;
  fields?: FieldOverrides;
  groups?: readonly FieldGroup[];
  /** Stands beside the fields and may watch them. */
  aside?: (form: FormInstance<Values>) => ReactNode;
  /** What a new record starts with. */
  initial?: Values;
  /** Sent with every save, never shown. */
  fixed?: Values;
  title?: string | undefined;
  width?: number | string;
  /** Saves with these values too, beside 保存. */
  also?: { text: string; values: Values } | undefined;
  /** What is said when it was saved, where it is more than 操作成功. */
  said?: ((answer: { id: number } & Values, values: Values) => ReactNode) | undefined;
  onClose: () => void;
  onSaved: (answer: { id: number } & Values, values: Values) => void;
}

const MANY_FIELDS = 8;
/** From this width on labels stand above their fields, however few there are. */
const WIDE_FROM = 1000;

/** A dialog that adds or changes one record; 500 px, wider when there is much to fill in. */
export function ResourceForm(props: ResourceFormProps) {
  const { meta, row, fields = {} } = props;
  const columns = useMemo(() => formColumns(meta, fields, row === null), [meta, fields, row]);
  const hasRoom = typeof props.width === "number" && props.width >= WIDE_FROM;
  const isWide =
    hasRoom || columns.length > MANY_FIELDS || columns.some(({ kind }) => kind === "richText");
  // Without the right to read one record, the list's own row has to serve.
  const canQuery = usePermitted([`${meta.perm}:query`]) && meta.actions.includes("query");
  const record = useQuery({
    queryKey: ["record", meta.path, row?.id],
    queryFn: ({ signal }) => findRow(meta.path, row?.id ?? 0, { signal }),
    enabled: row !== null && canQuery,
    initialData: row && !canQuery ? row : undefined,
    gcTime: 0,
  });
  const opened = useTaken(record.data);
  const frame = {
    title: props.title ?? `${row ? "修改" : "新增"}${meta.label}`,
    width: props.width ?? (isWide ? 700 : 500),
  };
  const { fixed, onClose, onSaved } = props;
  const [form] = Form.useForm<Values>();
  // Forms of several tabs may stand in the document at once: their fields' ids must differ.
  const name = useId();
  const [isDirty, setDirty] = useState(false);
  const save = useSave({
    meta,
    columns,
    form,
    record: opened ?? null,
    ...(fixed ? { fixed } : {}),
    said: props.said,
    onSaved,
  });
  /** What this saving adds to what was filled in. */
  const more = useRef<Values>({});
  const saveWith = (values: Values) => () => {
    more.current = values;
    form.submit();
  };
  // One dialog from the first moment: what arrives must not open another in its place.
  const isWaiting = row !== null && !opened;

  return (
    <Dialog
      {...frame}
      className={props.aside ? "resource-form resource-form-beside" : "resource-form"}
      isDirty={isDirty}
      isBusy={save.isSaving}
      isWaiting={isWaiting}
      ok={{
        text: "保存",
        onClick: saveWith({}),
        isDisabled: isWaiting,
        also: props.also && { text: props.also.text, onClick: saveWith(props.also.values) },
      }}
      onClose={onClose}
    >
      {isWaiting ? (
        <Waiting query={record} rows={Math.min(columns.length, 8)} />
      ) : (
        <Form
          form={form}
          name={name}
          layout={isWide ? "vertical" : "horizontal"}
          labelCol={isWide ? undefined : { flex: "104px" }}
          scrollToFirstError={{ focus: true }}
          initialValues={save.start(props.initial)}
          onValuesChange={() => setDirty(true)}
          onFinish={(values: Values) => {
            save.submit({ ...values, ...more.current });
            more.current = {};
          }}
          onFinishFailed={() => {
            more.current = {};
          }}
          onKeyDown={(event) => {
            keepEnterFromPopups(event);
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.submit();
          }}
        >
          <FormFields
            columns={columns}
            record={save.baseline}
            overrides={fields}
            isWide={isWide}
            groups={props.groups}
          />
          {/* Enter in a field submits only where the form itself holds a submit button. */}
          <input type="submit" hidden aria-label="保存" />
        </Form>
      )}
      {/* Outside the form: Enter in it must not save. */}
      {props.aside && !isWaiting ? <aside>{props.aside(form)}</aside> : null}
      {save.problem ? (
        <div className="form-problem" role="alert">
          {save.problem}
        </div>
      ) : null}
      {save.conflict ? (
        <ConflictDialog
          columns={columns}
          clashes={save.conflict.clashes}
          onKeep={save.keepMine}
          onDrop={() => {
            save.takeTheirs();
            setDirty(false);
          }}
          onCancel={save.forgetConflict}
        />
      ) : null}
    </Dialog>
  );
}

function Waiting({ query, rows }: { query: UseQueryResult<Row>; rows: number }) {
  if (!query.error) return <Skeleton active paragraph={{ rows }} />;
  return (
    <div className="form-failed" role="alert">
      <p>没有加载成功：{query.error.message}</p>
      <Button onClick={() => void query.refetch()}>重试</Button>
    </div>
  );
}

function formColumns(meta: ResourceMeta, fields: FieldOverrides, isNew: boolean): ColumnMeta[] {
  const isLast = ({ prop }: ColumnMeta) => Number((fields[prop] || {}).isLast ?? false);
  const shown = meta.columns.filter((column) => {
    const override = fields[column.prop];
    if (override === false) return false;
    if (isNew && override?.isEditOnly) return false;
    return override?.isForm || (column.isForm && !column.isReadOnly);
  });
  return shown.toSorted((a, b) => isLast(a) - isLast(b));
}
