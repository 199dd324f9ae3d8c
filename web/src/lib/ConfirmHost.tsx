import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { Dialog } from "./Dialog";
import { dialogTitles, useQuestions, type DialogKind, type Question } from "./feedback";

const icons: Record<DialogKind, ReactNode> = {
  info: <InfoCircleOutlined style={{ color: "var(--brand)" }} />,
  success: <CheckCircleOutlined style={{ color: "var(--jade)" }} />,
  warning: <ExclamationCircleOutlined style={{ color: "var(--amber)" }} />,
  danger: <CloseCircleOutlined style={{ color: "var(--seal)" }} />,
};

function QuestionDialog({ question }: { question: Question }) {
  const kind = question.kind ?? "warning";
  const { isNotice } = question;
  const isKeeping = question.isKeeping === true;
  const focusCancel = !isNotice && (question.focusCancel ?? (isKeeping || kind === "danger"));
  return (
    <Dialog
      isOnTop
      width={question.width ?? 420}
      title={
        <span>
          {icons[kind]}{" "}
          <span style={{ marginLeft: 6 }}>{question.title ?? dialogTitles[kind]}</span>
        </span>
      }
      ok={{
        text: question.okText ?? "确定",
        onClick: () => question.answer(true),
        isDanger: kind === "danger" && !isNotice,
        isSecond: isKeeping,
        isAlone: isNotice,
      }}
      cancelText={question.cancelText ?? "取消"}
      focus={focusCancel ? "cancel" : "ok"}
      onClose={() => question.answer(false)}
    >
      <div style={{ padding: "8px 0" }}>
        <div>{question.content}</div>
        {question.about ? <div className="muted">{question.about}</div> : null}
      </div>
    </Dialog>
  );
}

export function ConfirmHost() {
  const open = useQuestions((state) => state.open);
  return open.map((question) => <QuestionDialog key={question.id} question={question} />);
}
