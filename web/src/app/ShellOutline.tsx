import { useEffect } from "react";
import { startProgress } from "./progress";
import "./shellOutline.css";

/** The shape of the shell while its menu, its rights and its code are on their way. */
export function ShellOutline() {
  useEffect(() => startProgress(), []);
  return (
    <div className="outline" role="status" aria-busy="true" aria-label="加载中">
      <div className="outline-menu">
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} className="outline-line" />
        ))}
      </div>
      <div className="outline-body">
        <div className="outline-head" />
        <div className="outline-tabs">
          <span className="outline-line" />
        </div>
        <div className="outline-page">
          <span className="outline-line" />
          <span className="outline-table" />
        </div>
      </div>
    </div>
  );
}
