import { FullscreenExitOutlined, FullscreenOutlined } from "@ant-design/icons";
import { Tooltip } from "antd";
import { useSyncExternalStore } from "react";
import { toast } from "@/lib/feedback";
import "./headerIcon.css";

function subscribe(listener: () => void) {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

async function toggle() {
  if (!document.fullscreenEnabled) {
    toast.warning("你的浏览器不支持全屏");
    return;
  }
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    toast.warning("你的浏览器不支持全屏");
  }
}

export function FullscreenButton() {
  const isFull = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  const label = isFull ? "退出全屏" : "全屏";
  return (
    <Tooltip title={label}>
      <button
        type="button"
        className="header-icon"
        aria-label={label}
        onClick={() => void toggle()}
      >
        {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      </button>
    </Tooltip>
  );
}
