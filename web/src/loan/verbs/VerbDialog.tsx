import { Form, Modal, type FormInstance } from "antd";
import { useId, useState, type ReactNode } from "react";
import { useUnsavedGuard } from "@/lib/useUnsavedGuard";
import { DialogFocus, useFocusReturn } from "@/lib/DialogFocus";
import "./verbs.css";

const ABOVE_FROM = 700;

interface Props<V> {
  title: string;
  /** The verb itself, never 确定. */
  okText: string;
  width?: number;
  isDanger?: boolean;
  form: FormInstance<V>;
  initialValues?: Partial<V>;
  isSending: boolean;
  /** The server said that what was shown has changed; it is fetched again and must be read again. */
  isStale: boolean;
  /** What is shown is not there or not true yet. */
  isBlocked?: boolean;
  onFinish: (values: V) => void;
  onClose: () => void;
  /** The sentence and the figures above the fields. */
  intro?: ReactNode;
  children?: ReactNode;
}

/**
 * The frame of every decision about an order: what it means, what is asked, one verb. No hidden
 * submit button: Enter takes a day in the calendar and must not confirm money with it.
 */
export function VerbDialog<V>(props: Props<V>) {
  const { form, width = 500, isSending, isBlocked = false } = props;
  const name = useId();
  const [isTouched, setTouched] = useState(false);
  // Also what has no field: a session that ends while it is sent must not take the dialog away.
  useUnsavedGuard(isTouched || isSending);
  useFocusReturn();
  return (
    <Modal
      open
      title={props.title}
      width={width}
      className="verb-dialog"
      mask={{ closable: false }}
      okText={props.okText}
      cancelText="取消"
      okButtonProps={{ danger: props.isDanger, loading: isSending, disabled: isBlocked }}
      cancelButtonProps={{ disabled: isSending }}
      onOk={form.submit}
      onCancel={() => {
        // An answer on its way would otherwise come to a dialog that is gone.
        if (!isSending) props.onClose();
      }}
    >
      {props.isStale ? (
        <div className="verb-stale" role="alert">
          数据已变化，下面是最新的数字，请核对后再提交。
        </div>
      ) : null}
      {props.intro}
      <Form<V>
        form={form}
        name={name}
        layout={width >= ABOVE_FROM ? "vertical" : "horizontal"}
        labelCol={width >= ABOVE_FROM ? undefined : { flex: "92px" }}
        scrollToFirstError={{ focus: true }}
        {...(props.initialValues ? { initialValues: props.initialValues as never } : {})}
        onValuesChange={() => setTouched(true)}
        onFinish={(values) => {
          if (!isBlocked) props.onFinish(values);
        }}
      >
        {props.children}
      </Form>
      <DialogFocus />
    </Modal>
  );
}
