import type { FormInstance } from "antd";
import { useState, type ReactNode } from "react";
import type { ApiError } from "@/api/client";
import type { ColumnMeta, ResourceMeta } from "@/api/resources";
import { useDictStore } from "@/lib/dict";
import { useOnce } from "@/crud/verb/useOnce";
import { findRow, saveRow } from "@/crud/rows";
import { toast } from "@/lib/feedback";
import type { Row } from "@/crud/column";
import { changedValues, editBody, met, type Merge, type Met, type Values } from "./formValues";

interface Options {
  meta: ResourceMeta;
  columns: readonly ColumnMeta[];
  form: FormInstance<Values>;
  record: Row | null;
  fixed?: Values;
  said?: ((answer: { id: number } & Values, values: Values) => ReactNode) | undefined;
  onSaved: (answer: { id: number } & Values, values: Values) => void;
  /** Fields were found wrong by the server: a form of several parts brings the first into sight. */
  onBlamed?: (names: readonly string[]) => void;
  /** Fields of several parts that two people may change at once. */
  merges?: Readonly<Record<string, Merge>>;
}

interface Conflict extends Met {
  latest: Row;
}

const STALE = 301;
const INVALID = 2001;
const REFUSED = 2002;

/** Adding and changing one record: what is sent, and what each refusal means for the form. */
export function useSave(options: Options) {
  const { meta, columns, form, record, fixed, said, onSaved } = options;
  const [newer, setNewer] = useState<Row | null>(null);
  const baseline = newer ?? record;
  const [problem, setProblem] = useState("");
  const [conflict, setConflict] = useState<Conflict | null>(null);

  /** First values: the record's, or the defaults of the definition, the dictionaries and the page. */
  function start(initial: Values = {}): Values {
    if (!record) return { ...defaults(columns), ...initial };
    return Object.fromEntries(columns.map(({ prop }) => [prop, record[prop]]));
  }

  const verb = baseline ? "edit" : "add";
  const { submit: send, isSending } = useOnce(
    (body: Values, key) =>
      saveRow(meta.path, verb, body, key, {
        said: (answer) => said?.(answer as { id: number } & Values, body),
      }),
    { onDone: (answer) => onSaved(answer, form.getFieldsValue()), onFailed: explain },
  );

  function submit(values: Values) {
    setProblem("");
    const changed = baseline ? changedValues(values, baseline) : withoutBlank(values);
    if (baseline && Object.keys(changed).length === 0) {
      toast.info("没有需要保存的修改");
      return;
    }
    void send({ ...(baseline ? editBody(baseline, changed) : changed), ...fixed });
  }

  async function explain(error: ApiError) {
    if (error.fields) showAtFields(error.fields);
    // What is wrong with the record as a whole stays in sight while it is being mended.
    else if (error.code === INVALID || error.code === REFUSED) setProblem(error.message);
    if (error.code !== STALE || !baseline) return;
    const latest = await findRow(meta.path, baseline.id);
    const mine = changedValues(form.getFieldsValue(), baseline);
    setConflict({ latest, ...met(mine, baseline, latest, options.merges) });
  }

  function showAtFields(fields: Record<string, string>) {
    const known = new Set(columns.map(({ prop }) => prop));
    const entries = Object.entries(fields);
    const shown = entries.filter(([name]) => known.has(name));
    form.setFields(shown.map(([name, message]) => ({ name, errors: [message] })));
    options.onBlamed?.(shown.map(([name]) => name));
    const first = shown[0];
    if (first) form.scrollToField(first[0], { focus: true });
    // A message about a field that is not on the screen must still be read.
    setProblem(
      entries
        .filter(([name]) => !known.has(name))
        .map(([, message]) => message)
        .join("；"),
    );
  }

  function adopt(latest: Row, kept: Values) {
    const theirs = Object.fromEntries(columns.map(({ prop }) => [prop, latest[prop]]));
    form.setFieldsValue({ ...theirs, ...kept });
    setNewer(latest);
    setConflict(null);
  }

  return {
    baseline,
    isSaving: isSending,
    problem,
    conflict,
    start,
    submit,
    keepMine: () => conflict && adopt(conflict.latest, conflict.kept),
    takeTheirs: () => conflict && adopt(conflict.latest, {}),
    forgetConflict: () => setConflict(null),
  };
}

/** What the definition says, or else the entry its dictionary marks as the usual one. */
function defaults(columns: readonly ColumnMeta[]): Values {
  const { byType } = useDictStore.getState();
  const values: Values = {};
  for (const column of columns) {
    const { prop, kind, dict } = column;
    const usual =
      kind === "dict" && dict ? byType[dict]?.find(({ isMoren }) => isMoren) : undefined;
    const value = column.default ?? usual?.dictValue;
    if (value !== undefined) values[prop] = value;
  }
  return values;
}

/** A field nobody touched is left to the server's own default. */
function withoutBlank(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    ),
  );
}
