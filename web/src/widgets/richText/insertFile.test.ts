import { Editor } from "@tiptap/core";
import { expect, it, onTestFinished, vi } from "vitest";
import { toast } from "../../lib/feedback";
import { answer } from "../../test/server";
import { extensions, FONT_SIZES } from "./extensions";
import { insertFile, VIDEO_LIMIT } from "./insertFile";

function editor(): Editor {
  const made = new Editor({ extensions, content: "<p>文</p>" });
  // It looks at the page a moment after each change, when the page may be gone.
  onTestFinished(() => made.destroy());
  return made;
}

function file(size: number, type: string): File {
  const made = new File(["x"], "f", { type });
  Object.defineProperty(made, "size", { value: size });
  return made;
}

it("refuses a video of 30 MB with the specified words", async () => {
  const warning = vi.spyOn(toast, "warning").mockImplementation(() => {});
  const at = editor();
  await insertFile(at, file(VIDEO_LIMIT, "video/mp4"));
  expect(warning).toHaveBeenCalledWith("上传视频大小限制 30M 以内！");
  expect(at.getHTML()).toBe("<p>文</p>");
});

it("puts an uploaded picture and video into the text", async () => {
  vi.spyOn(toast, "success").mockImplementation(() => {});
  answer("/api/app/file/up", { url: "/f/1", name: "图", type: "image", daxiao: 1 });
  const at = editor();
  await insertFile(at, file(3, "image/png"));
  await insertFile(at, file(3, "video/mp4"));
  expect(at.getHTML()).toContain('<img src="/f/1" alt="图">');
  expect(at.getHTML()).toContain('<video src="/f/1"');
});

it("writes font sizes from 8 to 36 points", () => {
  expect([FONT_SIZES[0], FONT_SIZES.at(-1)]).toEqual([8, 36]);
  const at = editor();
  at.chain().selectAll().setFontSize("36pt").run();
  expect(at.getHTML()).toBe('<p><span style="font-size: 36pt;">文</span></p>');
});
