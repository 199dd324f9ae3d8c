import { Component, type ReactNode } from "react";
import { messageOf } from "../api/error";
import { Blank } from "../pages/error/Blank";
import { ChunkError } from "../lib/chunk";

interface Props {
  children: ReactNode;
  /** Mounts the tab's page anew. */
  onRetry: () => void;
}

/** One page that breaks leaves the other tabs alone. */
export class TabBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ChunkError) {
      return (
        <Blank title="页面没有加载成功" action={{ text: "刷新", onClick: () => location.reload() }}>
          网络不稳定，或系统刚刚更新。刷新后即可继续，未保存的内容请先在其他页签保存。
        </Blank>
      );
    }
    return (
      <Blank title="这个页面出错了" action={{ text: "重新打开", onClick: this.props.onRetry }}>
        其他页签不受影响。错误信息：{messageOf(error)}
      </Blank>
    );
  }
}
