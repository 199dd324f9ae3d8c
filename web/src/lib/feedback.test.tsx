import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider } from "antd";
import { beforeEach, describe, expect, it } from "vitest";
import {
  confirm,
  confirmDelete,
  copyText,
  FeedbackHost,
  notice,
  toast,
  useQuestions,
  type DialogKind,
} from "./feedback";

beforeEach(() => {
  useQuestions.setState({ open: [] });
  render(
    <ConfigProvider button={{ autoInsertSpace: false }}>
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

  it("a notice has one button", async () => {
    const read = notice({ kind: "success", content: "导入完成" });
    await screen.findByText("成功提示");
    expect(screen.queryByRole("button", { name: "取消" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "确定" }));
    await read;
  });
});

describe("toasts", () => {
  it("equal texts do not pile up", async () => {
    toast.warning("登录已过期");
    toast.warning("登录已过期");
    expect(await screen.findAllByText("登录已过期")).toHaveLength(1);
  });

  it("copying says 已复制", async () => {
    userEvent.setup();
    await copyText("6222");
    await screen.findByText("已复制");
    expect(await navigator.clipboard.readText()).toBe("6222");
  });
});
