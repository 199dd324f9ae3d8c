import { Component, type ReactNode } from "react";
import { messageOf } from "@/api/error";
import { Blank } from "@/pages/error/Blank";

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
    return (
      <Blank title="这个页面出错了" action={{ text: "重新打开", onClick: this.props.onRetry }}>
        其他页签不受影响。错误信息：{messageOf(error)}
      </Blank>
    );
  }
}
