import "./staleNotice.css";

/** Said above what is right for what was asked, but not of this moment. */
export function StaleNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="stale-notice" role="alert">
      没有刷新成功，显示的是之前的数据。
      <button type="button" onClick={onRetry}>
        重试
      </button>
    </div>
  );
}
