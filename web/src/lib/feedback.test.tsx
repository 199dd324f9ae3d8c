import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider } from "antd";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  confirm,
  confirmDelete,
  FeedbackHost,
  notice,
  toast,
  toastAfterReload,
  useQuestions,
  type DialogKind,
} from "./feedback";

beforeEach(() => {
  useQuestions.setState({ open: [] });
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <FeedbackHost />
    </ConfigProvider>,
  );
});

describe("questions", () => {
  it.each<[DialogKind, string]>([
    ["info", "信息提示"],
    ["success", "成功提示"],
    ["warning", "警告提示"],
    ["danger", "危险提示"],
  ])("%s is titled %s", async (kind, title) => {
    const answer = confirm({ kind, content: "真的吗？" });
    await screen.findByText(title);
    await userEvent.click(screen.getByRole("button", { name: "取消" }));
    expect(await answer).toBe(false);
  });

  it("answers true when the person agrees", async () => {
    const answer = confirm({ content: "真的吗？", okText: "确认到账" });
    await userEvent.click(await screen.findByRole("button", { name: "确认到账" }));
    expect(await answer).toBe(true);
    await waitFor(() => expect(screen.queryByText("真的吗？")).toBeNull());
  });

  it("asks the default delete question with the focus on cancel", async () => {
    const answer = confirmDelete();
    await screen.findByText("确认要删除吗?");
    await waitFor(() => expect(screen.getByRole("button", { name: "取消" })).toHaveFocus());
    await userEvent.click(screen.getByRole("button", { name: "删除" }));
    expect(await answer).toBe(true);
  });

  it("recommends to go on where something would be lost", async () => {
    const answer = confirm({ content: "不保存吗？", okText: "不保存", isKeeping: true });
    const keep = await screen.findByRole("button", { name: "取消" });
    await waitFor(() => expect(keep).toHaveFocus());
    expect(keep).toHaveClass("ant-btn-primary");
    expect(screen.getByRole("button", { name: "不保存" })).not.toHaveClass("ant-btn-primary");
    await userEvent.click(keep);
    expect(await answer).toBe(false);
  });

  it("a notice has one button", async () => {
    const read = notice({ kind: "success", content: "导入完成" });
    await screen.findByText("成功提示");
    expect(screen.queryByRole("button", { name: "取消" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "确定" }));
    await read;
  });
});

/** The toasts look at the clock once in every frame. */
async function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  for (let frame = 0; frame < 3; frame += 1) await act(() => new Promise(requestAnimationFrame));
}

describe("toasts", () => {
  it("equal texts do not pile up", async () => {
    toast.warning("登录已过期");
    toast.warning("登录已过期");
    expect(await screen.findAllByText("登录已过期")).toHaveLength(1);
  });

  it("the same text said again is there for as long as the first time", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      toast.success("操作成功");
      await screen.findByText("操作成功");
      await pass(2500);
      toast.success("操作成功");
      await pass(0);
      await pass(2500);
      expect(screen.getAllByText("操作成功")).toHaveLength(1);
      await pass(1000);
      await waitFor(() => expect(screen.queryByText("操作成功")).not.toBeInTheDocument());
    } finally {
      vi.useRealTimers();
    }
  });

  it("what is said for after a reload is said once", async () => {
    toastAfterReload("密码已修改");
    const host = render(<FeedbackHost />);
    expect(await screen.findByText("密码已修改")).toBeInTheDocument();
    host.unmount();
    expect(sessionStorage).toHaveLength(0);
  });
});
