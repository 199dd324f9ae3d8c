import { Button, Form } from "antd";
import {
  useEffect,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { Dialog } from "@/lib/Dialog";
import { DialogFocus } from "@/lib/DialogFocus";
import { toast } from "@/lib/feedback";
import { mayDiscard } from "@/lib/useUnsavedGuard";
import type { Verb } from "./useVerb";
import "./verbDialog.css";

/** Fields that are typed into; a choice and a calendar take Enter for themselves. */
const TYPED = "input[type=text]:not([role=combobox]):not(.ant-picker input), textarea";

/** From this width on there is room for labels above their fields. */
const ABOVE_FROM = 700;

interface Props<V extends object> {
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
  /** What the decision rests on, beside the fields. */
  aside?: ReactNode;
  /** Where to go on when it is no longer there to be decided. */
  onward?: { text: string; onClick: () => void } | undefined;
  children?: ReactNode;
  onClose: () => void;
}

/**
 * The frame of a decision: what it means, what is asked, one verb. No hidden submit button: Enter
 * takes a day in the calendar and must not confirm money with it. In the last text field it does.
 */
export function VerbDialog<V extends object>({ verb, width = 500, ...props }: Props<V>) {
  const name = useId();
  const [isTouched, setTouched] = useState(false);
  // What the last result offered would lie over this, and lead to it once more.
  useEffect(() => toast.withdraw(), []);
  const isGone = verb.gone !== null;
  const isDirty = isTouched && !verb.isVoid;
  const isAbove = width >= ABOVE_FROM && !props.aside;
  const submitAtEnd = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || verb.isBlocked) return;
    const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(TYPED)];
    const isLast = event.target === fields.at(-1);
    if (isLast && (event.target instanceof HTMLInputElement || event.ctrlKey)) {
      event.preventDefault();
      verb.form.submit();
    }
  };
  // A link in the head leads away from the decision: it may lie under this very dialog.
  const leave = async (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (verb.isSending || !(await mayDiscard(isDirty))) return;
    props.onClose();
    window.location.assign(link.href);
  };
  return (
    <Dialog
      title={props.title}
      width={width}
      className="verb-dialog"
      isDirty={isDirty}
      isBusy={verb.isSending}
      ok={
        isGone && props.onward
          ? props.onward
          : {
              text: props.okText,
              onClick: verb.form.submit,
              isDanger: props.isDanger ?? false,
              isDisabled: verb.isBlocked,
            }
      }
      cancelText={isGone ? "关闭" : (props.cancelText ?? "取消")}
      onClose={props.onClose}
    >
      {verb.stale === null ? null : (
        <div className="verb-stale" role="alert">
          <span>数据已变化：{reason(verb.stale)}。下面是最新的数字，请核对后再提交。</span>
          <Button size="small" onClick={verb.refresh}>
            刷新
          </Button>
        </div>
      )}
      <div className={props.aside ? "verb-beside" : undefined}>
        {props.aside ? (
          // It scrolls by itself; the keyboard has to reach it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          <div className="verb-aside" tabIndex={0} role="region" aria-label="依据">
            {props.aside}
          </div>
        ) : null}
        <div onClickCapture={(event) => void leave(event)}>
          {isGone ? verb.gone : props.intro}
          {isGone ? <DialogFocus button={props.onward ? "ok" : "cancel"} /> : null}
          <Form<V>
            form={verb.form}
            disabled={isGone}
            hidden={isGone}
            name={name}
            layout={isAbove ? "vertical" : "horizontal"}
            labelCol={isAbove ? undefined : { flex: "92px" }}
            scrollToFirstError={{ focus: true }}
            {...(props.initialValues ? { initialValues: props.initialValues } : {})}
            onValuesChange={() => setTouched(true)}
            onKeyDown={submitAtEnd}
            onFinish={verb.submit}
          >
            {props.children}
          </Form>
        </div>
      </div>
    </Dialog>
  );
}

/** What the server says has changed, without the advice to do what was done already. */
const reason = (said: string) => said.replace(/，请[^，]*$/, "");
