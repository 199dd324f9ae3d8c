import { useQuery } from "@tanstack/react-query";
import { Button, Form, Skeleton, Tabs } from "antd";
import { useId, useState } from "react";
import { toolResources } from "@/api/tools.gen";
import { ConflictDialog } from "@/crud/form/ConflictDialog";
import type { Values } from "@/crud/form/formValues";
import "@/crud/form/resourceForm.css";
import { useSave } from "@/crud/form/useSave";
import { findRow } from "@/crud/rows";
import { Dialog } from "@/lib/Dialog";
import { useTaken } from "@/lib/useTaken";
import { BasicFields } from "./BasicFields";
import { ColumnsField } from "./ColumnsField";
import { faultOf, pathOf, readColumns } from "./columns";
import "./gen.css";
import { LivePreview } from "./LivePreview";
import { mergeColumns } from "./mergeColumns";

interface Props {
  /** The table to change; null draws one up. */
  id: number | null;
  onClose: () => void;
  onSaved: () => void;
}

const META = toolResources["code/gen/table"];
const FIELDS = META.columns.filter(({ isForm, isReadOnly }) => isForm && !isReadOnly);
const MERGES = { columns: mergeColumns };
type Tab = "basic" | "columns" | "preview";

/** 编辑: what a table becomes; the preview follows every change before anything is saved. */
export function TableEditor({ id, onClose, onSaved }: Props) {
  const record = useQuery({
    queryKey: ["record", META.path, id],
    queryFn: ({ signal }) => findRow(META.path, id ?? 0, { signal }),
    enabled: id !== null,
    gcTime: 0,
  });
  const opened = useTaken(record.data);
  const isWaiting = id !== null && !opened;
  const [form] = Form.useForm<Values>();
  const name = useId();
  const [tab, setTab] = useState<Tab>(id === null ? "basic" : "columns");
  const [isDirty, setDirty] = useState(false);
  const save = useSave({
    meta: META,
    columns: FIELDS,
    form,
    record: opened ?? null,
    onSaved,
    onBlamed: ([first]) => setTab(tabOf(first)),
    merges: MERGES,
  });

  return (
    <Dialog
      title={opened ? `编辑 ${String(opened.tableName)}` : id === null ? "新建表" : "编辑"}
      width="min(1320px, calc(100vw - 32px))"
      className="gen-editor"
      isDirty={isDirty}
      isBusy={save.isSaving}
      isWaiting={isWaiting}
      ok={{ text: "保存", onClick: form.submit, isDisabled: isWaiting }}
      onClose={onClose}
    >
      {isWaiting ? (
        <Waiting error={record.error} onRetry={() => void record.refetch()} />
      ) : (
        <Form<Values>
          form={form}
          name={name}
          component={false}
          layout="vertical"
          initialValues={save.start({ columns: [] })}
          onValuesChange={(part) => {
            setDirty(true);
            followName(part, form);
          }}
          onFinish={save.submit}
          onFinishFailed={({ errorFields }) => setTab(tabOf(errorFields[0]?.name[0]))}
        >
          <Tabs
            activeKey={tab}
            onChange={(key) => setTab(key as Tab)}
            items={[
              {
                key: "basic",
                label: "基本信息",
                forceRender: true,
                children: <BasicFields isNew={id === null} />,
              },
              {
                key: "columns",
                label: "字段",
                forceRender: true,
                children: (
                  <Form.Item name="columns" rules={[{ validator: wholeColumns }]}>
                    <ColumnsField />
                  </Form.Item>
                ),
              },
              { key: "preview", label: "预览", children: <Preview isShown={tab === "preview"} /> },
            ]}
          />
        </Form>
      )}
      {save.problem ? (
        <div className="form-problem" role="alert">
          {save.problem}
        </div>
      ) : null}
      {save.conflict ? (
        <ConflictDialog
          columns={FIELDS}
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

/** The part of the editor that a field stands in. */
const tabOf = (name: unknown): Tab => (name === "columns" ? "columns" : "basic");

function wholeColumns(_rule: unknown, value: unknown): Promise<void> {
  const fault = faultOf(readColumns(value));
  return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
}

/** A new table's path follows its name until somebody writes another, the module the path. */
function followName(part: Values, form: ReturnType<typeof Form.useForm<Values>>[0]) {
  // What is put in here is nobody's writing.
  const put = (name: "path" | "mokuai", value: string) =>
    form.setFields([{ name, value, touched: false }]);
  const { tableName, path: written } = part;
  const isFollowed = typeof tableName === "string" && !form.isFieldTouched("path");
  const path = isFollowed ? pathOf(tableName.trim()) : written;
  if (typeof path !== "string") return;
  if (isFollowed) put("path", path);
  put("mokuai", path.split("/")[0] ?? "");
}

/** Made of what is edited now, also where it is not saved; nothing is drawn while it is not seen. */
function Preview({ isShown }: { isShown: boolean }) {
  const path = Form.useWatch<string>("path");
  const label = Form.useWatch<string>("biaoMingcheng");
  const columns = Form.useWatch<unknown>("columns");
  if (!isShown) return null;
  return (
    <LivePreview path={path || "app/new"} label={label || "新表"} columns={readColumns(columns)} />
  );
}

interface WaitingProps {
  error: Error | null;
  onRetry: () => void;
}

function Waiting({ error, onRetry }: WaitingProps) {
  if (!error) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <div className="form-failed" role="alert">
      <p>没有加载成功：{error.message}</p>
      <Button onClick={onRetry}>重试</Button>
    </div>
  );
}
