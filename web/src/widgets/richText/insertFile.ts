import type { Editor } from "@tiptap/core";
import { toast } from "../../lib/feedback";
import { uploadFile } from "../uploadFile";
import { parseSize } from "../uploadSize";

export const VIDEO_LIMIT = parseSize("30m");
const IMAGE_LIMIT = "5m";

/** Uploads a chosen picture or video and puts it where the cursor is. */
export async function insertFile(editor: Editor, file: File): Promise<void> {
  const isVideo = file.type.startsWith("video/");
  if (isVideo && file.size >= VIDEO_LIMIT) {
    toast.warning("上传视频大小限制 30M 以内！");
    return;
  }
  if (!isVideo && file.size > parseSize(IMAGE_LIMIT)) {
    toast.warning(`文件大小不能超过 ${IMAGE_LIMIT}!`);
    return;
  }
  try {
    const { url, name } = await uploadFile(file, "editor");
    const attrs = isVideo ? { src: url } : { src: url, alt: name };
    editor
      .chain()
      .focus()
      .insertContent({ type: isVideo ? "video" : "image", attrs })
      .run();
    toast.success("上传成功");
  } catch {
    toast.error("上传失败");
  }
}
