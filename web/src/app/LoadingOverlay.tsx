import { useOverlay } from "@/lib/overlay";
import "./overlay.css";

/** Covers everything while calls are in flight; screen readers hear it too. */
export function LoadingOverlay() {
  const visible = useOverlay((state) => state.visible);
  return (
    <div role="status" aria-live="polite">
      {visible && (
        <div className="loading-overlay">
          <span className="loading-ring" aria-hidden="true" />
          <span>拼命加载中</span>
        </div>
      )}
    </div>
  );
}
