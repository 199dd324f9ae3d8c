import { useEffect } from "react";
import { startProgress } from "./progress";

/** The bar on top alone. */
export function PageProgress() {
  useEffect(() => startProgress(), []);
  return null;
}

/** While a page's code is on its way: the bar on top and the outline of a list. */
export function PageFallback() {
  useEffect(() => startProgress(), []);
  return (
    <div className="pane-waiting" aria-busy="true" aria-label="页面加载中" role="status">
      <div className="pane-waiting-line" />
      <div className="pane-waiting-table" />
    </div>
  );
}
