import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { at, envelope, server } from "@/test/server";
import { ImportDialog } from "./ImportDialog";
import type { ImportAnswer } from "./ImportReport";
import { every, fruit, showPage } from "@/crud/testSupport";

const bad: ImportAnswer = {
  text: "第 3 行<b>有误</b><img src=x onerror=alert(1)><script>alert(2)</script>",
  zongshu: 2,
  chenggong: 1,
  shibai: 1,
  cuowu: [{ hang: 3, lie: "价格", yuanyin: "不是金额" }],
  shibaiUrl: "/server/api/app/file/1.xlsx",
};

function show(answers: ImportAnswer[]) {
  const modes: (string | null)[] = [];
  server.use(
    http.post(at("/api/app/fruit/import"), ({ request }) => {
      modes.push(new URL(request.url).searchParams.get("moshi"));
      return envelope(answers[modes.length - 1]);
    }),
  );
  const onImported = vi.fn();
  showPage(<ImportDialog meta={fruit} onClose={() => {}} onImported={onImported} />, every);
  return { modes, onImported };
}

const sheet = (name: string) => new File(["x"], name);
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText("选择导入文件"), file, { applyAccept: false });

describe("the import dialog", () => {
  it("carries the exact tip and takes one xls or xlsx file", async () => {
    const { modes } = show([]);
    expect(screen.getByText("仅允许导入xls、xlsx格式文件。")).toBeInTheDocument();
    await choose(sheet("名单.csv"));
    expect(screen.getByRole("button", { name: /检\s*查/ })).toHaveAttribute(
      "title",
      "请先选择文件",
    );
    await choose(sheet("名单.xlsx"));
    expect(screen.getByText("名单.xlsx")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /检\s*查/ })).not.toHaveAttribute("aria-disabled");
    expect(modes).toEqual([]);
  });

  it("checks first, refuses all-or-nothing over errors, and imports the good rows", async () => {
    const done = { ...bad, text: "导入完成" };
    const { modes, onImported } = show([bad, done]);
    await choose(sheet("名单.xls"));
    await userEvent.click(screen.getByRole("button", { name: /检\s*查/ }));
    expect(await screen.findByText("不是金额")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /开始导入/ }));
    expect(modes).toEqual(["JIANCHA"]);
    await userEvent.click(screen.getByRole("radio", { name: "只导入正确的行" }));
    await userEvent.click(screen.getByRole("button", { name: /开始导入/ }));
    await waitFor(() => expect(onImported).toHaveBeenCalled());
    expect(modes).toEqual(["JIANCHA", "HAOHANG"]);
    expect(await screen.findByRole("button", { name: "下载失败的行" })).toBeInTheDocument();
  });

  it("stays where it is when an all-or-nothing import wrote nothing after all", async () => {
    const good = { ...bad, chenggong: 2, shibai: 0, cuowu: [], text: "检查通过" };
    const { onImported } = show([good, { ...bad, isXieru: false }]);
    await choose(sheet("名单.xlsx"));
    await userEvent.click(screen.getByRole("button", { name: /检\s*查/ }));
    await userEvent.click(await screen.findByRole("button", { name: /开始导入/ }));
    expect(await screen.findByText("不是金额")).toBeInTheDocument();
    expect(screen.getByText(/可导入 1 行/)).toBeInTheDocument();
    expect(onImported).not.toHaveBeenCalled();
  });

  it("marks a second try after a lost answer as the same decision", async () => {
    const good = { ...bad, chenggong: 2, shibai: 0, cuowu: [], text: "检查通过" };
    const sent: { mode: string | null; key: string | null }[] = [];
    server.use(
      http.post(at("/api/app/fruit/import"), ({ request }) => {
        const mode = new URL(request.url).searchParams.get("moshi");
        sent.push({ mode, key: request.headers.get("Idempotency-Key") });
        return sent.length === 2 ? HttpResponse.error() : envelope(good);
      }),
    );
    const onImported = vi.fn();
    showPage(<ImportDialog meta={fruit} onClose={() => {}} onImported={onImported} />, every);
    await choose(sheet("名单.xlsx"));
    for (const name of [/检\s*查/, /开始导入/, /检\s*查/, /开始导入/])
      await userEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(onImported).toHaveBeenCalled());
    expect(sent.map((one) => one.mode)).toEqual(["JIANCHA", "QUANBU", "JIANCHA", "QUANBU"]);
    expect(sent[1]?.key).toBeTruthy();
    expect(sent[3]?.key).toBe(sent[1]?.key);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it("tells which row the server is at while it works", async () => {
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => (gate.open = resolve));
    let jindu: string | null = null;
    server.use(
      http.post(at("/api/app/fruit/import"), async ({ request }) => {
        jindu = new URL(request.url).searchParams.get("jindu");
        await opened;
        return envelope(bad);
      }),
      http.get(at("/api/app/jindu/:id"), ({ params }) =>
        envelope(params.id === jindu ? { isPaidui: false, wancheng: 40, zongshu: 160 } : null),
      ),
    );
    showPage(<ImportDialog meta={fruit} onClose={() => {}} onImported={() => {}} />, every);
    await choose(sheet("名单.xlsx"));
    await userEvent.click(screen.getByRole("button", { name: /检\s*查/ }));
    const told = await screen.findByText("正在处理，第 40 行，共 160 行", {}, { timeout: 5000 });
    expect(told).toBeInTheDocument();
    gate.open?.();
    expect(await screen.findByText("不是金额")).toBeInTheDocument();
    expect(screen.queryByText(/正在处理/)).toBeNull();
  });

  it("shows the server's HTML without anything that could run", async () => {
    show([bad]);
    await choose(sheet("名单.xlsx"));
    await userEvent.click(screen.getByRole("button", { name: /检\s*查/ }));
    const strong = await screen.findByText("有误");
    expect(strong.tagName).toBe("B");
    expect(document.querySelector(".import-text img, .import-text script")).toBeNull();
  });

  it("shows a refusal of the whole file in the same place", async () => {
    server.use(http.post(at("/api/app/fruit/import"), () => envelope(null, 2001, "表头不对")));
    showPage(<ImportDialog meta={fruit} onClose={() => {}} onImported={() => {}} />, every);
    await choose(sheet("名单.xlsx"));
    await userEvent.click(screen.getByRole("button", { name: /检\s*查/ }));
    expect(await screen.findByText("表头不对")).toBeInTheDocument();
  });
});
