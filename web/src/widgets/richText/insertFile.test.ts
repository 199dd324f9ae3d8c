import { Editor } from "@tiptap/core";
import { expect, it, onTestFinished, vi } from "vitest";
import { toast } from "@/lib/feedback";
import { answer } from "@/test/server";
import { extensions } from "./extensions";
import { FONT_SIZES } from "./fontSizes";
import { insertFile, VIDEO_LIMIT } from "./insertFile";

/** Heard from the start: the editor's parts take hold of `console.warn` when they are loaded. */
const warnings = vi.hoisted(() => {
  const heard: unknown[] = [];
  // oxlint-disable-next-line no-console -- it is listened to, nothing is printed
  console.warn = (...words: unknown[]) => void heard.push(words[0]);
  return heard;
});

function editor(): Editor {
  const made = new Editor({ extensions, content: "<p>文</p>" });
  // It looks at the page a moment after each change, when the page may be gone.
  onTestFinished(() => made.destroy());
  return made;
}

async function opened(): Promise<Editor> {
  const made = editor();
  await new Promise((done) => made.on("create", done));
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

it("leaves an inserted picture alone when typing goes on or the next one comes", async () => {
  vi.spyOn(toast, "success").mockImplementation(() => {});
  const at = editor();
  at.commands.setTextSelection(2);
  for (const url of ["/f/1", "/f/2", "/f/3"]) {
    answer("/api/app/file/up", { url, name: "图", type: "image", daxiao: 1 });
    await insertFile(at, file(3, "image/png"));
    at.commands.insertContent("字");
  }
  expect(at.getHTML().match(/<img src="[^"]*"|字/g)).toEqual([
    '<img src="/f/1"',
    "字",
    '<img src="/f/2"',
    "字",
    '<img src="/f/3"',
    "字",
  ]);
  // One that a person clicked stays too.
  at.commands.setNodeSelection(firstPicture(at));
  answer("/api/app/file/up", { url: "/f/4", name: "图", type: "image", daxiao: 1 });
  await insertFile(at, file(3, "image/png"));
  expect(at.getHTML()).toMatch(/\/f\/1.*\/f\/4.*\/f\/2/);
});

function firstPicture(at: Editor): number {
  let found = -1;
  at.state.doc.descendants((node, position) => {
    if (found < 0 && node.type.name === "image") found = position;
  });
  return found;
}

it("says why an upload failed and how far it is", async () => {
  const error = vi.spyOn(toast, "error").mockImplementation(() => {});
  answer("/api/app/file/up", null, 2002, "没有操作权限，请联系管理员");
  await insertFile(editor(), file(3, "image/png"));
  expect(error).toHaveBeenCalledWith("上传失败：没有操作权限，请联系管理员");
});

it("opens a second time without a warning", async () => {
  (await opened()).commands.insertContent("www.a.cn ");
  await opened();
  expect(warnings).toEqual([]);
});

it("writes font sizes from 8 to 36 points", () => {
  expect([FONT_SIZES[0], FONT_SIZES.at(-1)]).toEqual([8, 36]);
  const at = editor();
  at.chain().selectAll().setFontSize("36pt").run();
  expect(at.getHTML()).toBe('<p><span style="font-size: 36pt;">文</span></p>');
});
