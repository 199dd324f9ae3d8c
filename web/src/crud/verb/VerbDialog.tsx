import { Form } from "antd";
import { useId, useState, type ReactNode } from "react";
import { Dialog } from "@/lib/Dialog";
import type { Verb } from "./useVerb";
import "./verbDialog.css";

/** From this width on there is room for labels above their fields. */
const ABOVE_FROM = 700;

interface Props<V> {
  verb: Verb<V>;
  title: string;
  /** The verb itself, never 确定. */
  okText: string;
  /** Where 取消 could be taken for the verb. */
  cancelText?: string;
  width?: number;
  isDanger?: boolean;
  initialValues?: Partial<V>;
  /** The sentence and the figures above the fields. */
  intro?: ReactNode;
  children?: ReactNode;
  onClose: () => void;
}

/**
 * The frame of a decision: what it means, what is asked, one verb. No hidden submit button: Enter
 * takes a day in the calendar and must not confirm money with it.
 */
export function VerbDialog<V>({ verb, width = 500, ...props }: Props<V>) {
  const name = useId();
  const [isTouched, setTouched] = useState(false);
  const isAbove = width >= ABOVE_FROM;
  return (
    <Dialog
      title={props.title}
      width={width}
      className="verb-dialog"
      isDirty={isTouched && !verb.isVoid}
      isBusy={verb.isSending}
      ok={{
        text: props.okText,
        onClick: verb.form.submit,
        isDanger: props.isDanger ?? false,
        isDisabled: verb.isBlocked,
      }}
      {...(props.cancelText ? { cancelText: props.cancelText } : {})}
      onClose={props.onClose}
    >
      {verb.isStale ? (
        <div className="verb-stale" role="alert">
          数据已变化，下面是最新的数字，请核对后再提交。
        </div>
      ) : null}
      {props.intro}
      <Form<V>
        form={verb.form}
        name={name}
        layout={isAbove ? "vertical" : "horizontal"}
        labelCol={isAbove ? undefined : { flex: "92px" }}
        scrollToFirstError={{ focus: true }}
        {...(props.initialValues ? { initialValues: props.initialValues as never } : {})}
        onValuesChange={() => setTouched(true)}
        onFinish={verb.submit}
      >
        {props.children}
      </Form>
    </Dialog>
  );
}
