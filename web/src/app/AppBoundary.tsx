import { Component, type ReactNode } from "react";
import { messageOf } from "@/api/error";

/** The last resort: whatever breaks, the window says so and offers a way out. */
export class AppBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <section className="boot" role="alert">
        <h1>页面出错了</h1>
        <p>错误信息：{messageOf(error)}</p>
        <button type="button" onClick={() => location.reload()}>
          重试
        </button>
      </section>
    );
  }
}
