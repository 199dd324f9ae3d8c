import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Form, Skeleton } from "antd";
import { useState } from "react";
import { call } from "@/api/client";
import { changedValues, type Values } from "@/crud/form/formValues";
import { showFieldErrors } from "@/lib/formErrors";
import { useUnsavedGuard } from "@/lib/useUnsavedGuard";
import { toast } from "@/lib/feedback";
import { usePermitted } from "@/lib/session";
import { useTaken } from "@/lib/useTaken";
import { ConfigControl } from "./ConfigControl";
import {
  dependenciesOf,
  hintOf,
  labelOf,
  ruleOf,
  toControl,
  toWire,
  type Setting,
} from "./configValues";
import "./config.css";

/** The settings of one group, each with the control its 值类型 asks for. */
export function ConfigForm({ type }: { type: string }) {
  const settings = useQuery({
    queryKey: ["config", type],
    queryFn: ({ signal }) => call("GET /app/config/findByType/{type}", { type }, { signal }),
    refetchOnMount: ({ state }) => (state.isInvalidated ? "always" : false),
  });
  const [isDirty, setDirty] = useState(false);
  const taken = useTaken(settings.data, !isDirty);
  const version = useTaken(settings.dataUpdatedAt || undefined, !isDirty);
  if (!taken)
    return settings.error ? (
      <div className="config-notice" role="alert">
        <p>没有加载成功：{settings.error.message}</p>
        <Button onClick={() => void settings.refetch()}>重试</Button>
      </div>
    ) : (
      <Skeleton active className="config-form" />
    );
  if (taken.length === 0) return <p className="config-notice">这一组还没有参数</p>;
  return (
    <FilledForm
      key={version}
      type={type}
      settings={taken}
      isDirty={isDirty}
      onDirty={setDirty}
      onSaved={() => void settings.refetch()}
    />
  );
}

interface FilledProps {
  type: string;
  settings: Setting[];
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
}

function FilledForm({ type, settings, isDirty, onDirty, onSaved }: FilledProps) {
  const [form] = Form.useForm<Values>();
  const [isSaving, setSaving] = useState(false);
  const canEdit = usePermitted(["app:config:edit"]);
  const client = useQueryClient();
  useUnsavedGuard(isDirty || isSaving);
  const start = Object.fromEntries(settings.map((one) => [one.jian, toControl(one)]));

  async function save(values: Values) {
    const changed = changedValues(values, start);
    const data = Object.fromEntries(
      settings.flatMap((one) =>
        one.jian in changed ? [[one.jian, toWire(one, changed[one.jian])]] : [],
      ),
    );
    if (Object.keys(data).length === 0) {
      toast.info("没有需要保存的修改");
      return;
    }
    setSaving(true);
    try {
      await call("POST /app/config/edit", { type, data });
      onDirty(false);
      onSaved();
      // The name, the logo and the help link of the shell are settings too.
      void client.invalidateQueries({ queryKey: ["company"] });
    } catch (error) {
      showFieldErrors(form, error);
    } finally {
      setSaving(false);
    }
  }

  return (
    <Form
      form={form}
      name={`config-${type}`}
      className="config-form"
      layout="vertical"
      disabled={!canEdit}
      initialValues={start}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => onDirty(true)}
      onFinish={(values) => void save(values)}
    >
      {settings.map((one) => (
        <Form.Item
          key={one.jian}
          name={one.jian}
          label={labelOf(one)}
          extra={hintOf(one)}
          dependencies={dependenciesOf(one)}
          rules={ruleOf(one)}
        >
          <ConfigControl setting={one} />
        </Form.Item>
      ))}
      {canEdit ? (
        <div className="config-foot">
          <Button type="primary" htmlType="submit" loading={isSaving}>
            保存
          </Button>
          <Button
            disabled={!isDirty}
            onClick={() => {
              form.resetFields();
              onDirty(false);
            }}
          >
            还原
          </Button>
        </div>
      ) : null}
    </Form>
  );
}
