import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
} from "@ant-design/icons";
import { Modal, type ModalProps } from "antd";
import type { ReactNode } from "react";
import { DialogFocus, useFocusReturn } from "./DialogFocus";
import { dialogTitles, useQuestions, type DialogKind, type Question } from "./feedback";

const icons: Record<DialogKind, ReactNode> = {
  info: <InfoCircleOutlined style={{ color: "var(--brand)" }} />,
  success: <CheckCircleOutlined style={{ color: "var(--jade)" }} />,
  warning: <ExclamationCircleOutlined style={{ color: "var(--amber)" }} />,
  danger: <CloseCircleOutlined style={{ color: "var(--seal)" }} />,
};

/** What must only be read has nothing to refuse. */
const onlyOk: Extract<ModalProps["footer"], (...args: never[]) => unknown> = (
  _buttons,
  { OkBtn },
) => <OkBtn />;

function QuestionDialog({ question }: { question: Question }) {
  const kind = question.kind ?? "warning";
  const { isNotice } = question;
  useFocusReturn();
  const isKeeping = question.isKeeping === true;
  const focusCancel = !isNotice && (question.focusCancel ?? (isKeeping || kind === "danger"));
  return (
    <Modal
      open
      width={question.width ?? 420}
      title={
        <span>
          {icons[kind]}{" "}
          <span style={{ marginLeft: 6 }}>{question.title ?? dialogTitles[kind]}</span>
        </span>
      }
      okText={question.okText ?? "确定"}
      cancelText={question.cancelText ?? "取消"}
      okType={isKeeping ? "default" : "primary"}
      okButtonProps={{ danger: kind === "danger" && !isNotice }}
      cancelButtonProps={isKeeping ? { type: "primary" } : {}}
      footer={isNotice ? onlyOk : undefined}
      mask={{ closable: false }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      <div style={{ padding: "8px 0" }}>
        <div>{question.content}</div>
        {question.about ? <div className="muted">{question.about}</div> : null}
      </div>
      <DialogFocus button={focusCancel ? "cancel" : "ok"} />
    </Modal>
  );
}

export function ConfirmHost() {
  const open = useQuestions((state) => state.open);
  return open.map((question) => <QuestionDialog key={question.id} question={question} />);
}
