import "./partFailed.css";

interface Props {
  onRetry: () => void;
}

/**
 * Said where a part of the application did not arrive. Plain elements: the kit's own buttons and
 * dialogs may be what is missing.
 */
export function PartFailed({ onRetry }: Props) {
  return (
    <span className="part-failed" role="alert">
      这部分没有加载成功，网络不稳定或系统刚刚更新。
      <button type="button" onClick={onRetry}>
        重试
      </button>
      <button type="button" onClick={() => location.reload()}>
        刷新页面
      </button>
    </span>
  );
}

/** In place of a dialog: nothing has been asked and nothing has happened. */
export function DialogFailed({ onRetry, onClose }: Props & { onClose?: () => void }) {
  return (
    <div className="part-failed-mask">
      <div className="part-failed-box" role="alertdialog" aria-label="没有加载成功">
        <p>这部分没有加载成功，什么都没有提交。可能是网络不稳定，或系统刚刚更新。</p>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus */}
        <button type="button" className="part-failed-main" autoFocus onClick={onRetry}>
          重试
        </button>
        <button type="button" onClick={() => location.reload()}>
          刷新页面
        </button>
        {onClose ? (
          <button type="button" onClick={onClose}>
            关闭
          </button>
        ) : null}
      </div>
    </div>
  );
}
