import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { FeedbackHost } from "@/lib/feedback";
import { server } from "@/test/server";
import { isImageUrl } from "./fileUrls";
import { Upload } from "./Upload";
import { isAccepted, parseSize, sizeWords } from "./uploadSize";

const ADD = "选择文件上传";
const png = (size: number, name = "a.png") =>
  new File([new Uint8Array(size)], name, { type: "image/png" });

describe("upload", () => {
  it("stores a file, says 上传成功 and hides the add control at the limit", async () => {
    server.use(
      http.post("*/server/api/app/file/up", async ({ request }) => {
        const form = await request.formData();
        expect(form.get("rootPath")).toBe("avatar");
        return HttpResponse.json({
          code: 200,
          message: "",
          result: { url: "/files/avatar/1.png", name: "a.png", type: "image/png", daxiao: 3 },
        });
      }),
    );
    const onChange = vi.fn();
    const { rerender } = render(
      <>
        <Upload rootPath="avatar" onChange={onChange} />
        <FeedbackHost />
      </>,
    );
    await userEvent.upload(screen.getByLabelText(ADD), png(3));
    await waitFor(() => expect(onChange).toHaveBeenCalledWith("/files/avatar/1.png"));
    expect(await screen.findByText("上传成功")).toBeInTheDocument();
    rerender(<Upload rootPath="avatar" value="/files/avatar/1.png" onChange={onChange} />);
    expect(screen.queryByLabelText(ADD)).not.toBeInTheDocument();
  });

  it("refuses a file over the size with the specified words", async () => {
    render(
      <>
        <Upload rootPath="avatar" maxSize="1kb" />
        <FeedbackHost />
      </>,
    );
    await userEvent.upload(screen.getByLabelText(ADD), png(1025));
    expect(await screen.findByText("文件大小不能超过 1kb!")).toBeInTheDocument();
  });

  it("says 上传失败 and the server's reason when it refuses", async () => {
    server.use(
      http.post("*/server/api/app/file/up", () =>
        HttpResponse.json({ code: 2001, message: "不是图片", result: null }),
      ),
    );
    render(
      <>
        <Upload rootPath="avatar" />
        <FeedbackHost />
      </>,
    );
    await userEvent.upload(screen.getByLabelText(ADD), png(3));
    expect(await screen.findByText("上传失败：不是图片")).toBeInTheDocument();
  });
});

describe("several files", () => {
  const three = "/f/a.png,/f/b.png,/f/c.pdf";

  it("are put in order with their arrows or by dragging", async () => {
    const onChange = vi.fn();
    render(<Upload rootPath="resource" accept="*" limit={3} value={three} onChange={onChange} />);
    expect(screen.queryByRole("button", { name: "前移a.png" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "后移a.png" }));
    expect(onChange).toHaveBeenLastCalledWith("/f/b.png,/f/a.png,/f/c.pdf");
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, text: string) => data.set(type, text),
      getData: (type: string) => data.get(type) ?? "",
      types: ["application/x-upload-tile"],
    };
    fireEvent.dragStart(screen.getByTitle("c.pdf"), { dataTransfer });
    fireEvent.drop(screen.getByTitle("a.png"), { dataTransfer });
    expect(onChange).toHaveBeenLastCalledWith("/f/c.pdf,/f/a.png,/f/b.png");
  });

  it("are pictures to look at, or files to open", () => {
    render(<Upload rootPath="resource" accept="*" limit={3} value={three} />);
    expect(screen.getByRole("button", { name: "预览b.png" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "预览c.pdf" })).toBeNull();
    expect(screen.getByRole("link", { name: /c.pdf/ })).toHaveAttribute("href", "/f/c.pdf");
  });

  it("are pasted, as many as there is room for", async () => {
    let sent = 0;
    server.use(
      http.post("*/server/api/app/file/up", () => {
        sent += 1;
        const result = { url: `/f/${sent}.png`, name: "a.png", type: "image", daxiao: 3 };
        return HttpResponse.json({ code: 200, message: "", result });
      }),
    );
    const onChange = vi.fn();
    render(
      <>
        <Upload rootPath="avatar" limit={2} value="/f/0.png" onChange={onChange} />
        <FeedbackHost />
      </>,
    );
    fireEvent.paste(screen.getByLabelText(ADD), {
      clipboardData: { files: [png(3), png(3, "b.png")] },
    });
    expect(await screen.findByText("最多上传 2 个文件，1 个没有上传：b.png")).toBeInTheDocument();
    await waitFor(() => expect(onChange).toHaveBeenCalledWith("/f/0.png,/f/1.png"));
    expect(sent).toBe(1);
  });
});

describe("sizes and types", () => {
  it.each(["png", "jpg", "jpeg", "webp", "gif", "ico"])("shows a picture of type %s", (type) =>
    expect(isImageUrl(`/server/api/app/file/resource/202603/a.${type}`)).toBe(true),
  );

  it.each([
    ["500kb", 512_000],
    ["5m", 5_242_880],
    ["1g", 1_073_741_824],
  ])("reads %s", (text, bytes) => expect(parseSize(text)).toBe(bytes));

  it.each([
    ["5m", "5MB"],
    ["200kb", "200KB"],
    ["1g", "1GB"],
  ])("writes %s as %s", (text, words) => expect(sizeWords(text)).toBe(words));

  it("refuses a size without a known unit", () => expect(() => parseSize("5")).toThrow());

  it("checks what the browser's filter let through", () => {
    expect(isAccepted({ name: "a.png", type: "image/png" }, "image/*")).toBe(true);
    expect(isAccepted({ name: "a.exe", type: "application/x-msdownload" }, "image/*")).toBe(false);
    expect(isAccepted({ name: "A.XLSX", type: "" }, ".xls,.xlsx")).toBe(true);
  });
});
