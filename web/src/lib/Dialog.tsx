import { Button, Modal, type ModalProps } from "antd";
import type { ReactNode } from "react";
import { zIndexTop } from "@/theme/tokens";
import { DialogFocus, useFocusReturn } from "./DialogFocus";
import { refusing } from "./feedback";
import { useBackCloses } from "./useBackCloses";
import { mayDiscard, useUnsavedGuard } from "./useUnsavedGuard";

interface Act {
  /** What the button says: the verb itself where something is decided. */
  text: string;
  onClick: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Why it cannot act yet; the button stays and says so. */
  refusal?: string | undefined;
  /** Going on as before is what is recommended: cancel is the primary button. */
  isSecond?: boolean;
  /** What must only be read has nothing to refuse. */
  isAlone?: boolean;
  /** The same and something more, beside it. */
  also?: { text: string; onClick: () => void } | undefined;
}

export interface DialogProps {
  title: ReactNode;
  width?: number | string;
  className?: string;
  /** The button that acts, beside the one that closes. */
  ok?: Act;
  cancelText?: string;
  /** Instead of the two buttons. Without either, the dialog is only looked at. */
  footer?: ReactNode;
  /** Something was typed that is not saved: closing asks, and so does the tab. */
  isDirty?: boolean;
  /** Something is on its way: an answer must not come to a dialog that is gone. */
  isBusy?: boolean;
  /** What it shows has not arrived; the focus waits for it. */
  isWaiting?: boolean;
  /** Neither ✕ nor Escape: what is said here is said once. */
  isLocked?: boolean;
  /** No ✕: to the eye it is no dialog. */
  isBare?: boolean;
  /** The address says that it is open: Back closes it by itself. */
  isAddressed?: boolean;
  /** Above every dialog, however deep the one that it is about was opened. */
  isOnTop?: boolean;
  /** Where the focus starts when there is no field. */
  focus?: "cancel" | "ok";
  onClose: () => void;
  children: ReactNode;
}

/**
 * The one frame of every dialog: the focus starts in its first field and returns to what opened it,
 * Escape, ✕ and Back close it, and what was typed is not lost without a question.
 */
export function Dialog(props: DialogProps) {
  const { ok, footer, isDirty = false, isBusy = false, isLocked = false, onClose } = props;
  useFocusReturn();
  useUnsavedGuard(isDirty || isBusy);
  const isLookedAt = !ok && footer === undefined;

  async function close(): Promise<boolean> {
    if (isBusy || !(await mayDiscard(isDirty))) return false;
    onClose();
    return true;
  }
  useBackCloses(
    async () => !isLocked && (await close()),
    props.isAddressed !== true && props.isOnTop !== true,
  );

  return (
    <Modal
      open
      title={props.title}
      width={props.width ?? 500}
      {...(props.className ? { className: props.className } : {})}
      {...(props.isOnTop ? { zIndex: zIndexTop } : {})}
      mask={{ closable: isLookedAt }}
      keyboard={!isLocked}
      closable={!isLocked && !props.isBare}
      {...footerOf(props)}
      onCancel={() => void close()}
    >
      {props.children}
      {props.isWaiting ? null : <DialogFocus button={props.focus ?? "cancel"} />}
    </Modal>
  );
}

function footerOf({ ok, footer, cancelText, isBusy = false }: DialogProps): ModalProps {
  if (!ok) return { footer: footer ?? null };
  const { onClick, ...refused } = refusing(ok.refusal, ok.onClick);
  return {
    okText: ok.text,
    cancelText: cancelText ?? "取消",
    // One primary button: what does more than this stands beside it.
    okType: ok.isSecond || ok.also ? "default" : "primary",
    okButtonProps: {
      danger: ok.isDanger ?? false,
      disabled: ok.isDisabled ?? false,
      loading: isBusy,
      ...refused,
    },
    cancelButtonProps: { disabled: isBusy, ...(ok.isSecond ? { type: "primary" } : {}) },
    onOk: onClick,
    ...(ok.isAlone ? { footer: (_buttons, { OkBtn }) => <OkBtn /> } : {}),
    ...(ok.also
      ? {
          footer: (_buttons, { OkBtn, CancelBtn }) => (
            <>
              <CancelBtn />
              <OkBtn />
              <Button
                type="primary"
                disabled={isBusy || (ok.isDisabled ?? false)}
                onClick={ok.also?.onClick}
              >
                {ok.also?.text}
              </Button>
            </>
          ),
        }
      : {}),
  };
}
